// Sends log-ins for a time, each from its own network, and keeps many in flight. A refused one waits as long as the answer says.
import { setTimeout as wait } from 'node:timers/promises'
import { serveTasks } from './processes.ts'

export type LogIn = { email: string; password: string; network: string }
export type LogInTask = {
  origin: string
  key: string
  /** One lane each: a lane has one request in flight. */
  lanes: LogIn[]
  /** A lane begins nothing new after this time. With 0 each lane sends one request. */
  milliseconds: number
}
export type LogInResult = {
  /** Answers by status. */
  answers: Record<string, number>
  /** Of the 503, those without Retry-After. */
  speechless: number
  /** When each 200 arrived, in ms since the start, and its lane. */
  right: { at: number; lane: number; took: number }[]
}

serveTasks(async ({ origin, key, lanes, milliseconds }: LogInTask): Promise<LogInResult> => {
  const started = performance.now()
  const seen: LogInResult = { answers: {}, speechless: 0, right: [] }
  const run = async (logIn: LogIn, lane: number) => {
    do {
      const began = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- a lane does one request at a time
      const { status, pause } = await send(origin, key, logIn)
      seen.answers[status] = (seen.answers[status] ?? 0) + 1
      if (status === 503 && !(pause > 0)) seen.speechless++
      const now = performance.now()
      if (status === 200) seen.right.push({ at: now - started, lane, took: now - began })
      // oxlint-disable-next-line no-await-in-loop -- the same
      if (pause > 0 && milliseconds > 0) await wait(pause * 1_000)
    } while (performance.now() - started < milliseconds)
  }
  await Promise.all(lanes.map(run))
  return seen
})

/** `cut`: the server closed the connection without an answer. */
async function send(origin: string, key: string, { email, password, network }: LogIn) {
  try {
    const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify({ email, password }),
    })
    await response.arrayBuffer()
    return { status: response.status, pause: Number(response.headers.get('retry-after')) }
  } catch {
    return { status: 'cut', pause: 0 }
  }
}
