import { setTimeout as wait } from 'node:timers/promises'
import type { createClient } from '@redis/client'
import { describeFault } from '../http/fault.ts'

/** How long a start waits for Redis before it goes on without. */
const startMs = 3_000

export type RedisLink = {
  /** Commands are refused at once while Redis is away: nothing waits in memory for it. */
  client: ReturnType<typeof makeClient>
  /** Begins the name of every key and channel. Another Emote on the same Redis takes another database number. */
  prefix: string
  /** Both connections stand: one to publish, one to hear. */
  isReady(): boolean
  /** Hears a channel for ever, through lost connections; what was said meanwhile is missed. */
  subscribe(channel: string, heard: (text: string) => void): void
  /** Calls `listener` each time that the subscriptions stand. */
  back(listener: () => void): void
  stop(): Promise<void>
}

/**
 * Connects for as long as it takes, and again whenever it is lost; resolves when it stands, or after a few seconds without it: nothing of
 * Redis can end the process or keep it from starting. Logs no address.
 */
export async function connectRedis(url: string, log: (line: string) => void): Promise<RedisLink> {
  // Loaded only when needed: it costs 32 MB and a fifth of a second.
  const { createClient: create } = await import('@redis/client')
  const client = makeClient(create, url)
  const subscriber = makeClient(create, url)
  const subscriptions: [channel: string, heard: (text: string) => void][] = []
  const listeners: (() => void)[] = []
  let away = false
  const lose = (error: unknown) => {
    if (!away) log(`Redis is away: ${describeFault(error)}`)
    away = true
  }
  const find = async () => {
    if (!client.isReady || !subscriber.isReady) return
    // Channels that stand already are not asked for again.
    await Promise.all(subscriptions.map(([channel, heard]) => subscriber.subscribe(channel, heard)))
    if (away) log('Redis is back')
    away = false
    for (const listener of listeners) listener()
  }
  const attempts = [client, subscriber].map((one) => {
    one.on('error', lose)
    one.on('ready', () => void find().catch(lose))
    return one.connect().catch(lose)
  })
  const patience = new AbortController()
  await Promise.race([
    Promise.all(attempts),
    wait(startMs, undefined, { signal: patience.signal }).catch(() => {}),
  ])
  patience.abort()
  return {
    client,
    prefix: `emote:${new URL(url).pathname.slice(1) || '0'}:`,
    isReady: () => client.isReady && subscriber.isReady,
    subscribe(channel, heard) {
      const hear = (text: string) => {
        try {
          heard(text)
        } catch (error) {
          log(`What Redis said was dropped: ${describeFault(error)}`)
        }
      }
      subscriptions.push([channel, hear])
      if (subscriber.isReady) void find().catch(lose)
    },
    back: (listener) => void listeners.push(listener),
    async stop() {
      client.destroy()
      subscriber.destroy()
    },
  }
}

function makeClient(create: typeof createClient, url: string) {
  return create({
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // A connection on which nothing comes back, not even the answer to a ping, is dead.
    pingInterval: 2_000,
    socket: {
      connectTimeout: 3_000,
      socketTimeout: 5_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1_000) + Math.floor(Math.random() * 200),
    },
  })
}
