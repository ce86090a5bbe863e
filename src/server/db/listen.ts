import { Client, escapeIdentifier, type PoolConfig } from 'pg'

const answerMs = 2_000
const checkEveryMs = 2_000
const retryMs = 500

/**
 * Listens on a channel with a connection of its own and reconnects without end. `resumed` is called before the first notification of a new
 * connection, so that subscribers can look back. Resolves to a function that stops.
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
  // A connection can die silently (a cable, a NAT that forgot it). No answer in time ends it. A second LISTEN costs nothing.
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
      // The first notifications can arrive with the answer to LISTEN, before `resumed` ran.
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
      // A silent dead connection would never acknowledge its end.
      const force = setTimeout(() => client.connection.stream.destroy(), answerMs)
      await client.end()
      clearTimeout(force)
    },
  }
}
