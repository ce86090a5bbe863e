import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** A request that the provider received. */
export type Asked = {
  url: string
  headers: IncomingHttpHeaders
  /** The whole body. */
  body: string
  messages: { role: string; content: string }[]
  /** The text between the marks. */
  text: string
  /** Resolves when the connection closes, from either side. */
  closed: Promise<unknown>
}

type Behaviour = (response: ServerResponse, asked: Asked) => unknown

export type AiServer = {
  /** The value of `AI_BASE_URL`. */
  baseUrl: string
  asked: Asked[]
  /** Sets the behaviour for the next requests. */
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}

/** A provider of language models in this process: a real HTTP server that speaks the streaming part of OpenAI's protocol, or fails as told. */
export async function startAiServer(): Promise<AiServer> {
  const asked: Asked[] = []
  let behaviour: Behaviour = says('Ayos na.')
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { messages } = JSON.parse(body) as Pick<Asked, 'messages'>
      const text = messages.at(-1)?.content.split('\n').slice(1, -1).join('\n') ?? ''
      const closed = once(response, 'close')
      const { url = '', headers } = request
      const call = { url, headers, body, messages, text, closed }
      asked.push(call)
      behaviour(response, call)
    })
  })
  const origin = await listen(server)
  return {
    baseUrl: `${origin}/v1`,
    asked,
    behave: (next) => void (behaviour = next),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const event = (delta: object, end: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_795_000_000,
    model: 'test',
    choices: [{ index: 0, delta, finish_reason: end }],
  })}\n\n`

/** Starts an event stream. Sends its head once. */
export const stream = (response: ServerResponse) =>
  response.headersSent ? response : response.writeHead(200, { 'content-type': 'text/event-stream' })

/** Sends the beginning of an answer. */
export const begins = (response: ServerResponse, words: string) =>
  stream(response).write(event({ role: 'assistant', content: '' }) + event({ content: words }))

/** Answers in pieces with these words, or with the result of a function of the text. */
export function says(words: string | ((text: string) => string), end = 'stop'): Behaviour {
  return (response, { text }) => {
    const answer = typeof words === 'string' ? words : words(text)
    stream(response)
    for (const piece of answer.match(/[\s\S]{1,400}/g) ?? []) response.write(event({ content: piece }))
    response.end(`${event({}, end)}data: [DONE]\n\n`)
  }
}

/** Refuses. With `retry-after-ms` the SDK does not wait for seconds. */
export const refuses =
  (status: number, body = '{"error":{"message":"no"}}', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1', ...headers })
      .end(body)
