import type { ChildProcess } from 'node:child_process'

/** Restarts the child after a crash, after a pause that grows to 10 seconds. */
export function supervise(start: () => ChildProcess, log: (line: string) => void) {
  let child: ChildProcess
  let stopping = false
  let pause = 200
  const run = (): Promise<void> =>
    new Promise((ready, failed) => {
      let said = ''
      child = start()
      child.stderr?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4_000)
        if (said.includes('ready to accept connections')) {
          pause = 200
          ready()
        }
      })
      child.once('error', failed)
      child.once('exit', (code, signal) => {
        failed(new Error(`PostgreSQL ended (${signal ?? code}): ${said}`))
        if (stopping) return
        log(`PostgreSQL ended (${signal ?? code}); starting it again`)
        setTimeout(() => {
          // A failed start also exits, which causes the next one.
          if (!stopping) run().catch(() => {})
        }, pause)
        pause = Math.min(pause * 2, 10_000)
      })
    })
  const started = run().catch((error: unknown) => {
    stopping = true
    throw error
  })
  const stop = () =>
    new Promise<void>((done) => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return done()
      child.once('exit', () => done())
      child.kill('SIGINT')
    })
  return { started, stop }
}
