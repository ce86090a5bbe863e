import { once } from 'node:events'
import {
  createConnection,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net'

export type Cable = {
  port: number
  /** The number of connections so far. */
  count(): number
  /** Cuts every connection without a close, like a lost network. */
  cut(): void
  /** Drops all further bytes while the connections stay open. */
  goSilent(): void
  stop(): void
}

/** Stands between a client and a server. */
export async function startCable(to: NetConnectOpts, at: ListenOptions = { port: 0, host: '127.0.0.1' }) {
  const pairs = new Set<{ near: Socket; far: Socket; silent: boolean }>()
  let count = 0
  const server = createServer((near) => {
    count++
    const far = createConnection(to)
    const pair = { near, far, silent: false }
    pairs.add(pair)
    near.on('data', (bytes) => pair.silent || far.write(bytes)).on('error', () => {})
    far.on('data', (bytes) => pair.silent || near.write(bytes)).on('error', () => {})
    near.on('close', () => {
      pairs.delete(pair)
      far.destroy()
    })
    far.on('close', () => pair.silent || near.destroy())
  })
  server.listen(at)
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  const cable: Cable = {
    port: typeof address === 'object' && address ? address.port : 0,
    count: () => count,
    cut,
    goSilent: () => pairs.forEach((pair) => (pair.silent = true)),
    stop() {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      server.close()
    },
  }
  return cable
}

/**
 * Finds a free port for a process that needs its number. It lies below the ports that systems assign themselves (from 32768), so no
 * connection takes it meanwhile.
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
