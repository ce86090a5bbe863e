import type { Sms, Text } from './sms.ts'

export type Gateway = {
  url: string
  /** Sent as `Authorization: Bearer`. */
  token?: string | undefined
  /** The JSON body as text, with `{phone}`, `{+phone}` and `{text}` inside its strings. */
  body: string
}

type Settings = {
  SMS_GATEWAY_URL?: string | undefined
  SMS_GATEWAY_TOKEN?: string | undefined
  SMS_GATEWAY_BODY: string
}

export function gatewayOf(settings: Settings): Gateway | undefined {
  const { SMS_GATEWAY_URL: url, SMS_GATEWAY_TOKEN: token, SMS_GATEWAY_BODY: body } = settings
  return url ? { url, token, body } : undefined
}

/** `reason` names a status or a code of the network: no number, no words, and nothing that the gateway said. */
export class SmsError extends Error {
  readonly reason: string
  /** No later attempt can succeed: the gateway refused this SMS or its number. */
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean) {
    super(reason)
    this.reason = reason
    this.isFinal = isFinal
  }
}

export const usualBody = '{"to":"{+phone}","message":"{text}"}'
const timeoutMs = 10_000
/** These may pass, or the operator can mend them: a wrong token or address, an empty account, a busy gateway. */
const temporary = new Set([401, 402, 403, 404, 405, 408, 409, 425, 429])

/** Any gateway that takes a JSON body over HTTP. Redirects are not followed: number and token go to this address only. */
export function createGateway({ url, token, body }: Gateway): Sms {
  const template: unknown = JSON.parse(body)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return {
    async send(text) {
      const asking = fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(fill(template, text)),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const response = await asking.catch((error: unknown) => {
        throw new SmsError(reasonOf(error), false)
      })
      await response.body?.cancel()
      const { ok, status } = response
      if (!ok) throw new SmsError(`status ${status}`, status >= 400 && status < 500 && !temporary.has(status))
    },
    async forget() {},
  }
}

/** Fills parsed strings, so that no text can leave its string. */
function fill(part: unknown, { phone, text }: Text): unknown {
  if (typeof part === 'string') {
    const words: Record<string, string> = { '{phone}': phone, '{+phone}': `+${phone}`, '{text}': text }
    return part.replace(/\{\+?phone\}|\{text\}/g, (name) => words[name] ?? name)
  }
  if (Array.isArray(part)) return part.map((each) => fill(each, { phone, text }))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, fill(each, { phone, text })]))
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(?:E[A-Z]{2,20}|UND_ERR_[A-Z_]{2,30})$/.test(code) ? code : error.name
}
