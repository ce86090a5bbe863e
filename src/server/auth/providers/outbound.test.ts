import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { fetchBounded } from './outbound.ts'

it('gives a provider up that does not answer in time', async () => {
  const server = createServer((_request, response) => void response.writeHead(200).write('{'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await expect(fetchBounded(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} }, 50)).rejects.toThrow(
    'no answer in time',
  )
  server.close().closeAllConnections()
})
