// `npm test`: what the tests need from the system, types, lint, format, the web build, then every suite. Stops at the first that fails.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

function run(command: string, ...words: string[]): void {
  console.log(`\n› ${[command, ...words].join(' ')}`)
  const { status, error } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) {
    if (error) console.error(error.message)
    process.exit(status ?? 1)
  }
}

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const redis = process.env['REDIS_SERVER'] ?? '/usr/bin/redis-server'
if (!existsSync(chromium) || !existsSync(redis)) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'The tests need Chromium and a Redis server: install them, and name them in CHROMIUM and REDIS_SERVER when they are not /usr/bin/chromium and /usr/bin/redis-server.',
    )
    process.exit(1)
  }
  const wanted = ['chromium', 'fonts-noto-color-emoji', 'redis-server']
  run('apt-get', 'update', '-qq')
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...wanted)
}
run('tsc', '-b')
run('oxlint', '--type-aware')
run('oxfmt', '--check')
run('node', 'scripts/build.ts')
run('vitest', 'run', ...process.argv.slice(2))
