/** The server as a child process, for `npm run dev` and `npm run demo`. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type ServerProcess = {
  /** Resolves when the server answers requests. Rejects when the process ends before that. */
  ready: Promise<void>
  /** The exit code; 1 for a process that a signal ended. */
  exited: Promise<number>
  /** Ends the server, its PostgreSQL included, and waits for both. */
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts src/server/main.ts with `settings` over the environment. `print` gets each line of its log except the ready line. */
export function startServer(
  settings: Record<string, string>,
  print: (line: string) => void = console.log,
): ServerProcess {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number>((done) => {
    child.once('error', () => done(1))
    child.once('exit', (code) => done(code ?? 1))
  })
  const ready = new Promise<void>((answered, failed) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('Emote is ready')) answered()
      else print(line)
    })
    void exited.then((code) => failed(new Error(`The server ended with code ${code}`)))
  })
  // Some callers never await `ready`. An unhandled rejection would end the process.
  ready.catch(() => {})
  return {
    ready,
    exited,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Calls `stop` once, on the first SIGINT or SIGTERM, then ends this process. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    void stop().finally(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
