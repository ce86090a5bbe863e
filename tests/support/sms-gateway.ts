import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listen } from './listen.ts'

type Asked = { path: string; headers: IncomingHttpHeaders; body: unknown }

export type SmsGateway = {
  url: string
  /** Every request, refused ones included, oldest first. */
  asked: Asked[]
  /** The answer to the next requests. */
  answer: { status: number; headers?: Record<string, string>; text?: string }
  /** The codes in the SMS to a number, oldest first. */
  codesTo(phone: string): string[]
  stop(): Promise<void>
}

/** A gateway of SMS in this process, over HTTP. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      gateway.asked.push({
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      })
      const { status, headers, text: words = '{}' } = gateway.answer
      response.writeHead(status, headers).end(words)
    })
  })
  const origin = await listen(server)
  const gateway: SmsGateway = {
    url: `${origin}/texts`,
    asked: [],
    answer: { status: 200 },
    codesTo: (phone) =>
      gateway.asked.flatMap(({ body }) => {
        const { to, message } = body as { to?: string; message?: string }
        return to === `+${phone}` ? (/\b\d{6}\b/.exec(message ?? '') ?? []) : []
      }),
    stop: async () => {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
  return gateway
}
