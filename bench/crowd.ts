// A crowd of web sockets in one process. It counts bytes instead of parsing frames: on a small machine the listeners' CPU time is missing
// at the speaker.
import type { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { serveTasks } from './processes.ts'
import { heartbeat, openSocket } from './sockets.ts'

/** The server that the crowd listens to: its address, what each socket sends first, and how to cause events. */
export type Stage = {
  port: number
  path: string
  join?: string
  publish: { path: string; key?: string; one: object }
}

export type CrowdTask =
  | { do: 'open'; stage: Stage; count: number }
  /** Keeps `inFlight` events on their way for this time. */
  | { do: 'flood'; inFlight: number; milliseconds: number }
  /** Commits this many events a second. Returns the time of each from its commit to the last socket. */
  | { do: 'pace'; login: ClientConfig; statement: string; perSecond: number; milliseconds: number }
  /** Every socket sends one heartbeat within this time, and gets an answer. */
  | { do: 'beat'; milliseconds: number }
  | { do: 'close' }

export type CrowdResult = {
  deliveries: number
  perSecond: number
  p50: number
  p99: number
  answered: number
}

const nothing: CrowdResult = { deliveries: 0, perSecond: 0, p50: 0, p99: 0, answered: 0 }

/** Bytes that each socket received since the last reset, and the listeners to tell. */
let sockets: Socket[] = []
let received: number[] = []
let stage: Stage
let heard: (socket: number) => void = () => {}

serveTasks(async (task: CrowdTask): Promise<CrowdResult> => {
  if (task.do === 'open') return open(task.stage, task.count)
  if (task.do === 'flood') return flood(task.inFlight, task.milliseconds)
  if (task.do === 'pace') return pace(task)
  if (task.do === 'beat') return beat(task.milliseconds)
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  sockets = []
  return nothing
})

async function open(wanted: Stage, count: number): Promise<CrowdResult> {
  stage = wanted
  received = Array.from({ length: count }, () => 0)
  for (let from = 0; from < count; from += 100) {
    const group = Array.from({ length: Math.min(100, count - from) }, (_, at) => connect(from + at))
    // oxlint-disable-next-line no-await-in-loop -- a hundred at a time: the kernel refuses a queue of thousands
    sockets.push(...(await Promise.all(group)))
  }
  return nothing
}

async function connect(at: number): Promise<Socket> {
  const socket = await openSocket(stage.port, stage.path, at, stage.join)
  socket.on('data', (chunk: Buffer) => {
    received[at] = (received[at] ?? 0) + chunk.length
    heard(at)
  })
  socket.on('close', () => {
    throw new Error('The server closed a socket of the crowd')
  })
  return socket
}

async function publish(count: number): Promise<void> {
  const { path, key, one } = stage.publish
  const response = await fetch(`http://127.0.0.1:${stage.port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key ? { apikey: key, authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify({ messages: Array.from({ length: count }, () => one) }),
  })
  if (response.status !== 202) throw new Error(`Not published: ${response.status} ${await response.text()}`)
}

/** Resolves when each socket has received this many bytes. */
function until(bytes: number): Promise<void> {
  let missing = received.filter((got) => got < bytes).length
  if (missing === 0) return Promise.resolve()
  const arrived = received.map((got) => got >= bytes)
  return new Promise((resolve) => {
    heard = (at) => {
      if (arrived[at] || (received[at] ?? 0) < bytes) return
      arrived[at] = true
      if (--missing === 0) resolve()
    }
  })
}

/** The size of one event on the wire. All events of a run have the same size. */
async function measureOne(send: () => Promise<unknown>): Promise<number> {
  received.fill(0)
  await send()
  await until(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const size = received[0] ?? 0
  if (received.some((got) => got !== size)) throw new Error('The sockets did not hear the same')
  received.fill(0)
  return size
}

async function flood(inFlight: number, milliseconds: number): Promise<CrowdResult> {
  const size = await measureOne(() => publish(1))
  const started = performance.now()
  const end = started + milliseconds
  let sent = 0
  // Each lane waits until its event reached everybody before it asks for the next.
  while (performance.now() < end) {
    sent += inFlight / 2
    // oxlint-disable-next-line no-await-in-loop -- half of the events are under way while the other half is asked for
    await Promise.all([publish(inFlight / 2), until((sent - inFlight / 2) * size)])
  }
  await until(sent * size)
  const seconds = (performance.now() - started) / 1_000
  const deliveries = sent * sockets.length
  return { ...nothing, deliveries, perSecond: deliveries / seconds }
}

async function pace(task: Extract<CrowdTask, { do: 'pace' }>): Promise<CrowdResult> {
  const client = new Client(task.login)
  await client.connect()
  const send = () => client.query(task.statement)
  const size = await measureOne(send)
  const total = Math.round((task.milliseconds / 1_000) * task.perSecond)
  const committed: number[] = []
  const last: number[] = []
  const left = Array.from({ length: total }, () => sockets.length)
  const counted = received.map(() => 0)
  const everything = new Promise<void>((resolve) => {
    heard = (at) => {
      const now = performance.now()
      for (let event = counted[at] ?? 0; event < Math.floor((received[at] ?? 0) / size); event++) {
        counted[at] = event + 1
        left[event] = (left[event] ?? 0) - 1
        if (left[event] === 0) last[event] = now
        if (event === total - 1 && left[event] === 0) resolve()
      }
    }
  })
  const started = performance.now()
  for (let event = 0; event < total; event++) {
    const wait = started + (event * 1_000) / task.perSecond - performance.now()
    // oxlint-disable no-await-in-loop -- at a steady pace
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    await send()
    committed.push(performance.now())
    // oxlint-enable no-await-in-loop
  }
  await everything
  await client.end()
  // An event can reach everybody before its sender learns of the commit.
  const times = committed
    .map((at, event) => Math.max(0, (last[event] ?? Infinity) - at))
    .toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { ...nothing, deliveries: total * sockets.length, p50: at(0.5), p99: at(0.99) }
}

async function beat(milliseconds: number): Promise<CrowdResult> {
  received.fill(0)
  const beats = sockets.map(
    (socket, at) =>
      new Promise<void>((resolve) =>
        setTimeout(
          () => {
            socket.write(heartbeat)
            resolve()
          },
          (at / sockets.length) * milliseconds,
        ),
      ),
  )
  await Promise.all(beats)
  await until(1)
  return { ...nothing, answered: received.filter((got) => got > 0).length }
}
