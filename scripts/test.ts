// `npm test`: what the tests need from the system, types, lint, format, the web build, then every suite. Stops at the first that fails.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from './chromium.ts'

const times: string[] = []

/** Runs a command to its end. With `quietly` its output shows only when it fails. */
function run([command = '', ...words]: string[], quietly = false): Promise<void> {
  const began = Date.now()
  const line = [command, ...words].join(' ')
  const child = spawn(command, words, { stdio: ['inherit', quietly ? 'pipe' : 'inherit', 'inherit'] })
  let output = ''
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  return new Promise((resolve) => {
    child.once('error', ({ message }) => console.error(message))
    child.once('close', (status) => {
      const took = `${((Date.now() - began) / 1000).toFixed(1)} s`.padStart(9)
      times.push(`${took}  ${line}`)
      if (status === 0) return resolve()
      console.error(`${output}\nFailed: ${line}`)
      process.exit(status ?? 1)
    })
  })
}

/** Installs missing tools when it may. The large Chromium serves when Debian's small one is missing. */
async function install(): Promise<void> {
  const redis = process.env['REDIS_SERVER'] ?? '/usr/bin/redis-server'
  const shell = '/usr/bin/chromium-headless-shell'
  const missing = [
    ...(process.env['CHROMIUM'] || existsSync(shell) ? [] : ['chromium-headless-shell']),
    ...(existsSync(redis) ? [] : ['redis-server']),
  ]
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    const words = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-noto-color-emoji', ...missing]
    spawnSync('apt-get', words, { stdio: 'inherit' })
  }
  findChromium()
  if (!existsSync(redis))
    throw new Error(`No Redis server at ${redis}: install it, or name it in REDIS_SERVER.`)
}

const began = Date.now()
await install()
times.push(`${((Date.now() - began) / 1000).toFixed(1)} s`.padStart(9) + '  packages of the system')
// The checks need one processor each, so two run at a time.
await Promise.all([
  run(['oxlint', '--type-aware'], true),
  run(['tsc', '-b'], true)
    .then(() => run(['oxfmt', '--check'], true))
    .then(() => run(['node', 'scripts/build.ts'], true)),
])
await run(['vitest', 'run', ...process.argv.slice(2)])
console.log(`\nPhases\n${times.join('\n')}`)
