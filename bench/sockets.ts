// Plain TCP sockets that speak the web socket protocol: a client library would take processor time from the server on a small machine.
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** Resolves with the answer to the join, or without a join with the upgrade. `at` gives the socket a network of its own. */
export async function openSocket(port: number, path: string, at: number, join?: string): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  // Each socket has a network of its own, like people in a country.
  const from = `10.${at >> 8}.${at & 255}.7`
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\nx-forwarded-for: ${from}\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [upgraded] = (await once(socket, 'data')) as [Buffer]
  if (!upgraded.toString('latin1').startsWith('HTTP/1.1 101'))
    throw new Error(`No socket: ${upgraded.toString()}`)
  if (join) {
    socket.write(masked(join))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    if (!answer.includes('"status":"ok"')) throw new Error(`Not joined: ${answer.toString()}`)
  }
  return socket
}

/** A client's frame. The protocol requires a mask; zeros cost nothing. */
export function masked(text: string): Buffer {
  const body = Buffer.from(text)
  if (body.length > 125)
    return Buffer.concat([Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255, 0, 0, 0, 0]), body])
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body])
}

export const heartbeat = masked(JSON.stringify([null, '9', 'phoenix', 'heartbeat', {}]))

/** Cuts what a server sends into the bodies of its frames. */
export function cutFrames(take: (body: Buffer) => void): (chunk: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      const short = (held[1] ?? 0) & 127
      const head = short === 127 ? 10 : short === 126 ? 4 : 2
      if (held.length < head) return
      const length =
        short === 127 ? Number(held.readBigUInt64BE(2)) : short === 126 ? held.readUInt16BE(2) : short
      if (held.length < head + length) return
      take(held.subarray(head, head + length))
      held = held.subarray(head + length)
    }
  }
}
