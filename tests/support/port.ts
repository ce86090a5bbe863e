import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port for a process that has to be told one. Below those that systems hand out by themselves (from 32768): nobody's connection
 * takes it before that process does.
 */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    // oxlint-disable no-await-in-loop -- one after the other until one is free
    const taken = await once(server, 'listening').then(
      () => false,
      () => true,
    )
    if (taken) continue
    server.close()
    await once(server, 'close')
    return port
    // oxlint-enable no-await-in-loop
  }
}
