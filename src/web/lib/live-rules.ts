/** Time between two polls without a socket, ms. */
export const pollEvery = 30_000

/** A realtime key has a dot and a colon. Any other value turns live events off (specification 2, section 5). */
export function isLiveKey(key: string): boolean {
  return key.includes('.') && key.includes(':')
}

/** Back-off, ms: doubles up to half a minute. Jitter spreads the clients after a restart. */
export function reconnectDelay(tries: number, random: () => number = Math.random): number {
  return Math.round(Math.min(1_000 * 2 ** (tries - 1), 30_000) * (0.5 + random()))
}

type Sent = { event: string; payload: unknown }

/**
 * Removes the token from messages to a public topic, which needs none: it is most of a kilobyte of prepaid data. Its renewal is not sent
 * either.
 */
export function withoutToken<Message extends Sent>(message: Message): Message | undefined {
  if (message.event === 'access_token') return undefined
  if (message.event !== 'phx_join') return message
  return { ...message, payload: { ...(message.payload as object), access_token: undefined } }
}

/** True for a final refusal. Limits, restarts and expired tokens are worth a retry. */
export function isRefused(message: string | undefined): boolean {
  return /^(Unauthorized|PrivateOnly|TopicNameRequired)\b/.test(message ?? '')
}
