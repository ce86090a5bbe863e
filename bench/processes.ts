import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const running = new Set<ChildProcess>()
// A bench that dies ends its children too, so nothing keeps loading the machine.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

export type Server = {
  port: number
  pid: number
  ready: number
  ended: Promise<unknown>
  stop: () => Promise<void>
}

/** Starts a server and waits for the line that it serves. `ready` is the time until then, ms. */
export async function startServer(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  readyLine: RegExp,
): Promise<Server> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  let said = ''
  await new Promise<void>((done, failed) => {
    const listen = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-8_000)
      if (readyLine.test(said)) done()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', failed)
    child.once('exit', (code) => failed(new Error(`${args.join(' ')} ended (${String(code)}): ${said}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    ready: performance.now() - started,
    ended,
    stop: () => end(child),
  }
}

export type Worker<Task, Result> = {
  pid: number
  run(task: Task): Promise<Result>
  stop: () => Promise<void>
}

/** A process of its own for load or for a rival, so that its CPU time stays apart. It answers one message per task. */
export function startWorker<Task extends object, Result>(file: string): Worker<Task, Result> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  running.add(child)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended (${String(code)})`)
  })
  ended.catch(() => {})
  return {
    pid: child.pid ?? 0,
    async run(task) {
      const answer = once(child, 'message')
      child.send(task)
      const [result] = await Promise.race([answer, ended])
      return result as Result
    },
    stop: () => end(child),
  }
}

/** The other side: runs each task that arrives, and ends when the bench is gone. */
export function serveTasks(work: (task: never) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', (task) => {
    work(task as never).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}

async function end(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
}
