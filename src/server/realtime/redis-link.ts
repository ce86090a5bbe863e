import { setTimeout as wait } from 'node:timers/promises'
import type { createClient } from '@redis/client'
import { describeFault } from '../http/fault.ts'

const startMs = 3_000

export type RedisLink = {
  /** Commands fail at once while Redis is away, so none pile up in memory. */
  client: ReturnType<typeof makeClient>
  /** Prefix of every key and channel. A second Emote on the same Redis needs another database number. */
  prefix: string
  /** True while both connections stand: one publishes, one subscribes. */
  isReady(): boolean
  /** Subscribes for good, also after a reconnect. Messages during an outage are lost. */
  subscribe(channel: string, heard: (text: string) => void): void
  back(listener: () => void): void
  stop(): Promise<void>
}

/**
 * Connects and reconnects without end. Resolves when connected, or after a few seconds without: an outage of Redis neither ends the process
 * nor blocks its start. Logs no address.
 */
export async function connectRedis(url: string, log: (line: string) => void): Promise<RedisLink> {
  // Loaded on demand: it costs 32 MB and a fifth of a second.
  const { createClient: create } = await import('@redis/client')
  const client = makeClient(create, url)
  const subscriber = makeClient(create, url)
  const subscriptions: [channel: string, heard: (text: string) => void][] = []
  const listeners: (() => void)[] = []
  let away = false
  const lose = (error: unknown) => {
    if (!away) log(`Redis is away (REDIS_URL). PostgreSQL carries events meanwhile: ${describeFault(error)}`)
    away = true
  }
  const find = async () => {
    if (!client.isReady || !subscriber.isReady) return
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
          log(`A malformed message from Redis was dropped: ${describeFault(error)}`)
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
    // No answer to a ping means a dead connection.
    pingInterval: 2_000,
    socket: {
      connectTimeout: 3_000,
      socketTimeout: 5_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1_000) + Math.floor(Math.random() * 200),
    },
  })
}
