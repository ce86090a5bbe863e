// People in a room, in one process: each has a socket, and they write messages in turn. A message carries its number as `Mensahe #000123`.
import type { Socket } from 'node:net'
import { serveTasks } from './processes.ts'
import { cutFrames, heartbeat, openSocket } from './sockets.ts'

export type TalkTask =
  /** Opens a socket for each join. `undefined`: the upgrade is enough. */
  | { do: 'open'; port: number; path: string; joins: (string | undefined)[] }
  /** Sends the requests at this pace. The n-th writes message n. */
  | {
      do: 'write'
      asks: { path: string; headers: Record<string, string>; body: string }[]
      perSecond: number
    }

/** Milliseconds from the request of each message, and from its answer, to the last socket. */
export type Heard = { fromAsk: number[]; fromAnswer: number[]; missing: number; doubled: number }

const mark = Buffer.from('Mensahe #')
const patienceMs = 10_000
const beatMs = 20_000

let port = 0
const sockets: Socket[] = []
let hear: (message: number) => void = () => {}

serveTasks(async (task: TalkTask): Promise<Heard> => {
  if (task.do === 'write') return write(task)
  ;({ port } = task)
  for (let from = 0; from < task.joins.length; from += 50) {
    const group = task.joins
      .slice(from, from + 50)
      .map((join, at) => openSocket(port, task.path, from + at, join))
    // oxlint-disable-next-line no-await-in-loop -- the kernel refuses a queue of hundreds
    sockets.push(...(await Promise.all(group)))
  }
  for (const socket of sockets) {
    const cut = cutFrames((body) => {
      const at = body.indexOf(mark)
      if (at >= 0) hear(Number(body.toString('latin1', at + mark.length, at + mark.length + 6)))
    })
    socket.on('data', cut)
    socket.on('close', () => {
      throw new Error('The server closed a socket')
    })
  }
  setInterval(() => {
    for (const socket of sockets) socket.write(heartbeat)
  }, beatMs)
  return { fromAsk: [], fromAnswer: [], missing: 0, doubled: 0 }
})

async function write({ asks, perSecond }: Extract<TalkTask, { do: 'write' }>): Promise<Heard> {
  const heard = asks.map(() => 0)
  const asked: number[] = []
  const answered: number[] = []
  const last: number[] = []
  let left = asks.length
  const everything = Promise.withResolvers<void>()
  hear = (message) => {
    heard[message] = (heard[message] ?? 0) + 1
    if (heard[message] !== sockets.length) return
    last[message] = performance.now()
    if (--left === 0) everything.resolve()
  }
  const send = async (at: number) => {
    const { path, headers, body } = asks[at] ?? { path: '', headers: {}, body: '' }
    asked[at] = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
    answered[at] = performance.now()
    const text = await response.text()
    if (!response.ok) throw new Error(`Message ${at} is refused: ${response.status} ${text}`)
  }
  const started = performance.now()
  const sending: Promise<void>[] = []
  for (let at = 0; at < asks.length; at++) {
    const wait = started + (at * 1_000) / perSecond - performance.now()
    // oxlint-disable-next-line no-await-in-loop -- at a steady pace, whether or not the one before is answered
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sending.push(send(at))
  }
  await Promise.all(sending)
  await Promise.race([everything.promise, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  const from = (began: number[]) => last.flatMap((time, at) => [Math.max(0, time - (began[at] ?? Infinity))])
  return {
    fromAsk: from(asked),
    fromAnswer: from(answered),
    missing: left,
    doubled: heard.filter((count) => count > sockets.length).length,
  }
}
