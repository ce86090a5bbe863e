// The bare loop for comparison: `ws.send` of one encoded buffer to every socket, one event at a time. A message with a `text` is sent as
// that text, another one as MESSAGE.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { messages } = JSON.parse(body) as { messages: { text?: string }[] }
    response.writeHead(202).end()
    for (const { text } of messages) {
      const bytes = text === undefined ? encoded : Buffer.from(text)
      for (const client of sockets.clients) client.send(bytes, { binary: false })
    }
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
const encoded = Buffer.from(process.env['MESSAGE'] ?? '')
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('The loop is ready'))
process.on('SIGTERM', () => process.exit(0))
