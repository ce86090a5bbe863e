import { Client, escapeIdentifier, type PoolConfig } from 'pg'

const answerMs = 2_000
const checkEveryMs = 2_000
const retryMs = 500

/**
 * Hears what is notified on a channel, on a connection of its own, and connects again for as long as it takes. `resumed` is called before
 * anything that the new connection hears, so that who was away can look back first. Resolves to a function that stops.
 */
export async function listen(
  login: PoolConfig,
  channel: string,
  heard: (payload: string) => void,
  resumed: () => void = () => {},
): Promise<() => Promise<void>> {
  let stopped = false
  let current: Ear | undefined
  let timer: NodeJS.Timeout | undefined
  const open = async (back: () => void) => {
    current = openEar(login, channel, heard, () => again(0))
    await current.start(back)
  }
  const again = (delayMs: number) => {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void open(resumed).catch(() => again(retryMs)), delayMs)
  }
  await open(() => {})
  return async () => {
    stopped = true
    clearTimeout(timer)
    await current?.close()
  }
}

type Ear = { start(ready: () => void): Promise<void>; close(): Promise<void> }

/** One connection. `lost` is called once, when it had started and is no more; a start that fails rejects instead. */
function openEar(
  login: PoolConfig,
  channel: string,
  heard: (payload: string) => void,
  lost: () => void,
): Ear {
  const client = new Client({
    ...login,
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    query_timeout: answerMs,
  })
  const listening = `listen ${escapeIdentifier(channel)}`
  let started = false
  let check: NodeJS.Timeout | undefined
  // A connection can die without a word (a cable, a NAT that forgot it): who does not answer in time is cut off. Listening again is free.
  const ask = () =>
    void client.query(listening).catch(() => {
      clearInterval(check)
      client.connection.stream.destroy()
    })
  client.on('error', () => {})
  client.on('end', () => {
    clearInterval(check)
    if (started) lost()
  })
  return {
    async start(ready) {
      // The first notices can arrive with the answer to LISTEN, before anybody was told that we are back.
      const early: string[] = []
      client.on('notification', ({ payload = '' }) => (started ? heard(payload) : early.push(payload)))
      try {
        await client.connect()
        await client.query(listening)
      } catch (error) {
        client.connection.stream.destroy()
        throw error
      }
      started = true
      check = setInterval(ask, checkEveryMs)
      ready()
      for (const payload of early) heard(payload)
    },
    async close() {
      started = false
      clearInterval(check)
      // A connection that is dead without a word would never acknowledge its end.
      const force = setTimeout(() => client.connection.stream.destroy(), answerMs)
      await client.end()
      clearTimeout(force)
    },
  }
}
