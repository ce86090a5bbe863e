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
if (!existsSync(chromium)) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'The journeys need Chromium: install it, and name it in CHROMIUM when it is not /usr/bin/chromium.',
    )
    process.exit(1)
  }
  run('apt-get', 'update', '-qq')
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji')
}
run('tsc', '-b')
run('oxlint', '--type-aware')
run('oxfmt', '--check')
run('node', 'scripts/build.ts')
run('vitest', 'run', ...process.argv.slice(2))
