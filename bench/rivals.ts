import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

const folder = join(root, 'bench/rivals')

/** The rivals are installed in a folder of their own, because the product needs none of them. */
export function installRivals(): void {
  if (existsSync(join(folder, 'node_modules/@supabase/lite/package.json'))) return
  console.error('Installing the rivals (bench/rivals)')
  const npm = process.env['npm_execpath']
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm']
  const done = spawnSync(command ?? 'npm', [...before, 'ci', '--prefix', folder, '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0)
    throw new Error('The rivals could not be installed: this comparison needs the registry')
}
