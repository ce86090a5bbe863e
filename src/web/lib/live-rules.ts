/** How long a feature that cannot listen waits between two questions, ms. */
export const pollEvery = 30_000

/** A realtime key holds a dot and a colon; any other turns listening off (specification 2, section 5). */
export function isLiveKey(key: string): boolean {
  return key.includes('.') && key.includes(':')
}

/** When to try again, ms: doubling up to half a minute, and scattered, so that a restarted server is not met by everybody at once. */
export function reconnectDelay(tries: number, random: () => number = Math.random): number {
  return Math.round(Math.min(1_000 * 2 ** (tries - 1), 30_000) * (0.5 + random()))
}

type Sent = { event: string; payload: unknown }

/**
 * What is really sent to a public topic: nobody is asked there who they are, and the token in each join and renewal is most of a
 * kilobyte of somebody's prepaid data. Nothing is sent for a renewal.
 */
export function withoutToken<Message extends Sent>(message: Message): Message | undefined {
  if (message.event === 'access_token') return undefined
  if (message.event !== 'phx_join') return message
  return { ...message, payload: { ...(message.payload as object), access_token: undefined } }
}

/** A join that no repetition will change; limits, restarts and tokens that ran out are worth another try. */
export function isRefused(message: string | undefined): boolean {
  return /^(Unauthorized|PrivateOnly|TopicNameRequired)\b/.test(message ?? '')
}
