/**
 * Frames of protocol 1.0.0 (JSON objects) and 2.0.0 (JSON arrays, and two binary kinds for broadcasts), as `@supabase/realtime-js` 2.119
 * reads and writes them (lib/serializer.ts). Outgoing messages are whole WebSocket frames (RFC 6455, unmasked, uncompressed): the same
 * bytes go to every socket of a topic.
 */
import { isUtf8 } from 'node:buffer'
import type { LiveEvent } from '../events/listener.ts'

export type Version = 1 | 2

/** A client's message. `payload` of a binary broadcast holds `event`, and its unparsed payload as `text`. */
export type ClientFrame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  text?: string
}

/** An unreadable frame. It names no channel to answer, so the socket is closed with 1003 and this message. */
export class FrameError extends Error {}

const textOpcode = 1
const binaryOpcode = 2
const pushKind = 3
const broadcastKind = 4
const rawEncoding = 0
const jsonEncoding = 1
/** A binary frame has one byte for the length of each string. */
const longestField = 255

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `ws` has checked that text messages are UTF-8. */
export function readFrame(version: Version, data: Buffer, binary: boolean): ClientFrame {
  if (binary) {
    if (version === 1) throw new FrameError('Binary frames need protocol 2.0.0')
    return readPush(data)
  }
  let value: unknown
  try {
    value = JSON.parse(data.toString())
  } catch {
    throw new FrameError('The frame is not JSON')
  }
  const [joinRef, ref, topic, event, payload] = fieldsOf(version, value)
  if (typeof topic !== 'string' || typeof event !== 'string' || !isObject(payload)) {
    throw new FrameError('A frame has a topic, an event and a payload')
  }
  return { joinRef: readRef(joinRef), ref: readRef(ref), topic, event, payload }
}

function fieldsOf(version: Version, value: unknown): unknown[] {
  if (version === 2) {
    if (!Array.isArray(value) || value.length !== 5) throw new FrameError('A frame is an array of five')
    return value
  }
  if (!isObject(value)) throw new FrameError('A frame is an object')
  return [value['join_ref'], value['ref'], value['topic'], value['event'], value['payload']]
}

function readRef(ref: unknown): string | null {
  if (ref === null || ref === undefined) return null
  if (typeof ref !== 'string' || ref.length > longestField) throw new FrameError('A ref is a short text')
  return ref
}

/** [3, lengths of join_ref, ref, topic, event and metadata, encoding], the five strings, the payload. */
function readPush(data: Buffer): ClientFrame {
  const lengths = data.subarray(1, 6)
  const encoding = data[6]
  const strings = lengths.reduce((sum, length) => sum + length, 7)
  if (data[0] !== pushKind || lengths.length < 5 || encoding === undefined || strings > data.length) {
    throw new FrameError('Unknown kind of binary frame')
  }
  if (!isUtf8(data.subarray(7, strings))) throw new FrameError('The frame is not UTF-8')
  let at = 7
  // The last string is metadata. Clients use it to ask for storage, which this server lacks.
  const [joinRef = '', ref = '', topic = '', event = ''] = Array.from(lengths, (length) =>
    data.toString('utf8', at, (at += length)),
  )
  const frame = { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: { event } }
  return { ...frame, text: readPayload(data.subarray(strings), encoding) }
}

function readPayload(bytes: Buffer, encoding: number): string {
  if (encoding === rawEncoding) return `{"${bytesKey}":"${bytes.toString('base64')}"}`
  if (encoding !== jsonEncoding) throw new FrameError('Unknown encoding of a payload')
  if (!isUtf8(bytes)) throw new FrameError('The frame is not UTF-8')
  return bytes.toString()
}

/** Nodes pass raw bytes as JSON under this key. Clients of protocol 2.0.0 get bytes again. */
const bytesKey = '$bytes'

/** A server message about one channel, or with `joinRef` null about the topic. `payload` is JSON text. */
export function messageFrame(
  version: Version,
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: string,
): Buffer {
  const [j, r, t, e] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part))
  return textFrame(
    version === 2
      ? `[${j},${r},${t},${e},${payload}]`
      : `{"join_ref":${j},"ref":${r},"topic":${t},"event":${e},"payload":${payload}}`,
  )
}

/** An event of a topic, the same bytes for all its subscribers. */
export function eventFrame(
  version: Version,
  { topic, event, payload }: Omit<LiveEvent, 'id' | 'seq'>,
): Buffer {
  const wireTopic = `realtime:${topic}`
  // The binary form saves the phone 60 bytes an event.
  const binary = version === 2 && fits(wireTopic) && fits(event)
  if (binary) return broadcastFrame(wireTopic, event, payload)
  const body = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}}`
  return messageFrame(version, null, null, wireTopic, 'broadcast', body)
}

const fits = (text: string) => Buffer.byteLength(text) <= longestField

/** [4, lengths of topic, event and metadata, encoding], the strings, the payload. */
function broadcastFrame(topic: string, event: string, payload: string): Buffer {
  const raw = payload.startsWith(`{"${bytesKey}"`) ? bytesOf(payload) : undefined
  const strings = topic + event
  const topicLength = Buffer.byteLength(topic)
  const stringsLength = Buffer.byteLength(strings)
  const length = 5 + stringsLength + (raw?.length ?? Buffer.byteLength(payload))
  const [frame, at] = openFrame(binaryOpcode, length)
  frame.set(
    [broadcastKind, topicLength, stringsLength - topicLength, 0, raw ? rawEncoding : jsonEncoding],
    at,
  )
  frame.write(strings, at + 5)
  if (raw) raw.copy(frame, at + 5 + stringsLength)
  else frame.write(payload, at + 5 + stringsLength)
  return frame
}

function bytesOf(payload: string): Buffer | undefined {
  const value: unknown = JSON.parse(payload)
  const bytes = isObject(value) && Object.keys(value).length === 1 ? value[bytesKey] : undefined
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : undefined
}

function textFrame(text: string): Buffer {
  const [frame, at] = openFrame(textOpcode, Buffer.byteLength(text))
  frame.write(text, at)
  return frame
}

function openFrame(opcode: number, length: number): [frame: Buffer, start: number] {
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  // Not from the shared pool: a frame that waits for a slow reader would hold 8 KB.
  const frame = Buffer.allocUnsafeSlow(start + length)
  frame[0] = 0x80 | opcode
  frame[1] = start === 2 ? length : start === 4 ? 126 : 127
  if (start === 4) frame.writeUInt16BE(length, 2)
  if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  return [frame, start]
}
