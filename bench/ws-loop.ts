// The bare loop for comparison: `ws.send` of one encoded buffer to every socket, one event at a time.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const text = process.env['MESSAGE'] ?? ''
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { messages } = JSON.parse(body) as { messages: unknown[] }
    response.writeHead(202).end()
    for (const _ of messages) for (const client of sockets.clients) client.send(encoded, { binary: false })
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
const encoded = Buffer.from(text)
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('The loop is ready'))
process.on('SIGTERM', () => process.exit(0))
