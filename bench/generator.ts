// Sends prepared HTTP requests over keep-alive sockets, one after the other on each. Written by hand: on a small machine the generator's
// CPU time is missing at the server.
import { createConnection, type Socket } from 'node:net'
import { serveTasks } from './processes.ts'

export type HttpTask = {
  port: number
  requests: string[]
  connections: number
  milliseconds: number
  /** Each request once, in order, instead of the requests in turn for a time. */
  once?: boolean
}
/** `bytes` is the size of an average answer, headers included. */
export type Rate = { count: number; perSecond: number; p50: number; p99: number; bytes: number }

serveTasks(async ({ port, requests, connections, milliseconds, once }: HttpTask): Promise<Rate> => {
  const until = performance.now() + milliseconds
  let next = once ? 0 : Math.floor(Math.random() * requests.length)
  const take = () =>
    performance.now() < until ? requests[once ? next++ : next++ % requests.length] : undefined
  const started = performance.now()
  const lanes = await Promise.all(
    Array.from({ length: connections }, () => runLane(createConnection(port, '127.0.0.1'), take)),
  )
  const seconds = (performance.now() - started) / 1_000
  const times = lanes.flatMap((lane) => lane.times).toSorted((a, b) => a - b)
  const bytes = lanes.reduce((sum, lane) => sum + lane.bytes, 0) / times.length
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { count: times.length, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), bytes }
})

type Lane = { times: number[]; bytes: number }

function runLane(socket: Socket, take: () => string | undefined): Promise<Lane> {
  socket.setNoDelay(true)
  return new Promise((done, failed) => {
    const lane: Lane = { times: [], bytes: 0 }
    let sent = 0
    let held: Buffer = Buffer.alloc(0)
    const ask = () => {
      const request = take()
      if (request !== undefined) {
        sent = performance.now()
        return socket.write(request)
      }
      socket.removeAllListeners('close').destroy()
      return done(lane)
    }
    socket.once('connect', ask)
    socket.once('error', failed)
    socket.once('close', () => failed(new Error('The server closed the connection')))
    socket.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const end = endOfAnswer(held)
      if (end < 0 || held.length < end) return
      if (held[9] !== 0x32) return failed(new Error(`Refused: ${held.toString('utf8', 0, 1_000)}`))
      lane.bytes += end
      held = Buffer.alloc(0)
      lane.times.push(performance.now() - sent)
      ask()
    })
  })
}

const blank = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** The end of the answer in the received bytes, or -1 while it is unknown. */
function endOfAnswer(held: Buffer): number {
  const head = held.indexOf(blank)
  if (head < 0) return -1
  const headers = held.toString('latin1', 0, head).toLowerCase()
  const body = head + blank.length
  const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1]
  if (length !== undefined) return body + Number(length)
  if (headers.startsWith('204', 9)) return body
  return held.subarray(Math.max(body, held.length - lastChunk.length)).equals(lastChunk) ? held.length : -1
}
