// A proxy in front of a server that counts the bytes it sends. A page's devtools do not see what its service worker fetches.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export type Relay = {
  origin: string
  /** Bytes from the server so far, with their headers. */
  down: () => number
  stop: () => void
}

export async function startRelay(port: number): Promise<Relay> {
  let bytes = 0
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    far.on('data', (chunk: Buffer) => (bytes += chunk.length))
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  if (typeof address !== 'object' || !address) throw new Error('The relay has no port')
  return { origin: `http://127.0.0.1:${address.port}`, down: () => bytes, stop: () => relay.close() }
}
