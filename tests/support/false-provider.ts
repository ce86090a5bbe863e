import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

type Answer = (
  response: ServerResponse,
  asked: { url: URL; headers: IncomingMessage['headers']; form: URLSearchParams },
) => void

export type FalseProvider = {
  origin: string
  /** Answers by path. */
  answers: Record<string, Answer>
  asked: { path: string; search: string; form: URLSearchParams; authorization: string | undefined }[]
  stop(): Promise<void>
}

export const sendJson =
  (value: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** A plain OAuth 2 provider whose answers the test writes: the quirks of a big provider, or lies. */
export async function startFalseProvider(): Promise<FalseProvider> {
  const provider: FalseProvider = {
    origin: '',
    answers: {},
    asked: [],
    async stop() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? '/', provider.origin)
      const form = new URLSearchParams(body)
      const { authorization } = request.headers
      provider.asked.push({ path: url.pathname, search: url.search, form, authorization })
      const answer = provider.answers[url.pathname] ?? sendJson({}, 404)
      answer(response, { url, headers: request.headers, form })
    })
  })
  provider.origin = await listen(server)
  return provider
}
