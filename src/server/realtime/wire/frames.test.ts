import { describe, expect, it } from 'vitest'
import { eventFrame, FrameError, messageFrame, readFrame } from './frames.ts'

const push = (strings: string[], encoding: number, payload: string | Buffer) =>
  Buffer.concat([
    Buffer.from([3, ...strings.map((text) => Buffer.byteLength(text)), encoding]),
    Buffer.from(strings.join('')),
    Buffer.from(payload),
  ])

describe("a client's frame", () => {
  it('may be the array of protocol 2.0.0 or the object of 1.0.0', () => {
    const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { config: {} } }
    const array = '["1","2","realtime:a","phx_join",{"config":{}}]'
    const object =
      '{"topic":"realtime:a","event":"phx_join","payload":{"config":{}},"ref":"2","join_ref":"1"}'
    expect(readFrame(2, Buffer.from(array), false)).toEqual(frame)
    expect(readFrame(1, Buffer.from(object), false)).toEqual(frame)
  })

  it('may be a binary broadcast with multi-byte letters, with and without refs', () => {
    const payload = '{"says":"kumusta 💛"}'
    const frame = readFrame(2, push(['1', '2', 'realtime:ñ', 'béso', ''], 1, payload), true)
    expect(frame).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:ñ',
      event: 'broadcast',
      payload: { event: 'béso' },
      text: payload,
    })
    expect(readFrame(2, push(['', '', 'realtime:a', 'e', '{"persist":true}'], 1, '{}'), true)).toMatchObject({
      joinRef: null,
      ref: null,
    })
  })

  it.each([
    ['no JSON', 2, 'hello'],
    ['nothing', 2, ''],
    ['half of it', 2, '["1","2"'],
    ['null', 2, 'null'],
    ['an object to 2.0.0', 2, '{"topic":"a","event":"b","payload":{}}'],
    ['an array to 1.0.0', 1, '["1","2","t","e",{}]'],
    ['four tools', 2, '["1","2","t","e"]'],
    ['six tools', 2, '["1","2","t","e",{},1]'],
    ['a number for a ref', 2, '[1,"2","t","e",{}]'],
    ['a long ref', 2, `["${'1'.repeat(256)}","2","t","e",{}]`],
    ['an object for a topic', 2, '["1","2",{},"e",{}]'],
    ['null for an event', 2, '["1","2","t",null,{}]'],
    ['an array for a payload', 2, '["1","2","t","e",[]]'],
    ['no payload', 1, '{"topic":"t","event":"e","ref":"1"}'],
  ] as const)('is refused for %s', (_name, version, text) => {
    expect(() => readFrame(version, Buffer.from(text), false)).toThrow(FrameError)
  })

  it.each([
    ['an empty one', Buffer.alloc(0)],
    ['a kind alone', Buffer.from([3])],
    ['the kind of the server', Buffer.concat([Buffer.from([4, 1, 1, 0, 1]), Buffer.from('ab{}')])],
    ['lengths past its end', Buffer.from([3, 255, 255, 255, 255, 255, 1, 65])],
    ['an unknown encoding', push(['', '', 't', 'e', ''], 2, '{}')],
    ['strings that are not UTF-8', Buffer.from([3, 0, 0, 1, 1, 0, 1, 0xff, 0xfe, 0x7b, 0x7d])],
    ['a payload that is not UTF-8', push(['', '', 't', 'e', ''], 1, Buffer.from([0x22, 0xff, 0x22]))],
  ])('is refused as a binary frame: %s', (_name, data) => {
    expect(() => readFrame(2, data, true)).toThrow(FrameError)
    expect(() => readFrame(1, data, true)).toThrow(FrameError)
  })
})

describe("a server's frame", () => {
  it('is a complete WebSocket frame of any length', () => {
    for (const [length, start] of [
      [10, 2],
      [200, 4],
      [70_000, 10],
    ] as const) {
      const payload = JSON.stringify('x'.repeat(length))
      const frame = messageFrame(2, '1', null, 'realtime:a', 'system', payload)
      const text = frame.toString('utf8', start)
      expect(JSON.parse(text)).toEqual(['1', null, 'realtime:a', 'system', 'x'.repeat(length)])
      const declared =
        start === 2 ? frame[1] : start === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2))
      expect(declared).toBe(Buffer.byteLength(text))
      expect(frame[0]).toBe(0x81)
    }
  })

  it('carries an event as one binary message to 2.0.0, and as an object to 1.0.0', () => {
    const event = { topic: 'polls:global', private: false, event: 'boto', payload: '{"a": 1}' }
    const binary = eventFrame(2, event)
    expect([binary[0], binary[1]]).toEqual([0x82, binary.length - 2])
    expect([...binary.subarray(2, 7)]).toEqual([4, 21, 4, 0, 1])
    expect(binary.toString('utf8', 7)).toBe('realtime:polls:globalboto{"a": 1}')
    const text = eventFrame(1, event)
    expect(JSON.parse(text.toString('utf8', text[1] === 126 ? 4 : 2))).toEqual({
      join_ref: null,
      ref: null,
      topic: 'realtime:polls:global',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'boto', payload: { a: 1 } },
    })
  })

  it('is text when a name is too long for the binary form', () => {
    const frame = eventFrame(2, { topic: 'é'.repeat(130), private: true, event: 'e', payload: '{}' })
    expect(frame[0]).toBe(0x81)
  })

  it('carries raw bytes unchanged', () => {
    const { text = '' } = readFrame(
      2,
      push(['', '', 'realtime:a', 'e', ''], 0, Buffer.from([0, 255, 7])),
      true,
    )
    const frame = eventFrame(2, { topic: 'a', private: true, event: 'e', payload: text })
    expect(frame[6]).toBe(0)
    expect([...frame.subarray(-3)]).toEqual([0, 255, 7])
  })
})
