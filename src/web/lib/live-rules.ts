/** Time between two polls without a socket, ms. */
export const pollEvery = 30_000

/** A realtime key holds a dot and a colon; any other turns live events off (specification 2, section 5). */
export function isLiveKey(key: string): boolean {
  return key.includes('.') && key.includes(':')
}

/** Back-off in ms: doubles up to half a minute, with jitter, so that clients do not return to a restarted server all at once. */
export function reconnectDelay(tries: number, random: () => number = Math.random): number {
  return Math.round(Math.min(1_000 * 2 ** (tries - 1), 30_000) * (0.5 + random()))
}

type Sent = { event: string; payload: unknown }

/** Takes the token out of messages to a public topic, which needs none: it is most of a kilobyte of prepaid data. A renewal is not sent. */
export function withoutToken<Message extends Sent>(message: Message): Message | undefined {
  if (message.event === 'access_token') return undefined
  if (message.event !== 'phx_join') return message
  return { ...message, payload: { ...(message.payload as object), access_token: undefined } }
}

/** True for a refusal that stays. Limits, restarts and expired tokens are worth another try. */
export function isRefused(message: string | undefined): boolean {
  return /^(Unauthorized|PrivateOnly|TopicNameRequired)\b/.test(message ?? '')
}
