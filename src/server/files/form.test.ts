import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { BodyError } from '../http/body.ts'
import { openForm } from './form.ts'

const type = 'multipart/form-data; boundary=bnd'

/** The bytes in pieces of this size, then the end or a cut. */
function streamOf(bytes: Buffer, size: number, cut = false): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(new Uint8Array(bytes.subarray(at, (at += size))))
      else if (cut) controller.error(new Error('cut'))
      else controller.close()
    },
  })
}

async function read(stream: ReadableStream<Uint8Array>, contentType = type) {
  const form = openForm(stream, contentType)
  const found: { name: string; isFile: boolean; fileName: string; bytes: Buffer }[] = []
  for (;;) {
    // oxlint-disable no-await-in-loop -- one part after the other
    const part = await form.next()
    if (!part) return found
    found.push({ ...part, bytes: await buffer(part.bytes) })
    // oxlint-enable no-await-in-loop
  }
}

const head = (words: string) => `--bnd\r\nContent-Disposition: form-data; ${words}\r\n\r\n`
const latin = (text: string) => Buffer.from(text, 'latin1')
// Texts that look like the beginning of a delimiter.
const tricky = latin('\r\n--bn\r\r\n\r\n--\r\n--bnX--bnd\r\n-\r\n--b\0\xff\r')
const whole = Buffer.concat([
  latin(`${head('name="cacheControl"')}60\r\n${head('name=""; filename="a; name=\\x.png"')}`),
  tricky,
  latin(`\r\n${head('name=empty')}\r\n--bnd--\r\n`),
])
const parts = [
  { name: 'cacheControl', isFile: false, fileName: '', bytes: latin('60') },
  { name: '', isFile: true, fileName: 'a; name=\\x.png', bytes: tricky },
  { name: 'empty', isFile: false, fileName: '', bytes: latin('') },
]

const named = async (words: string) => {
  const text = `${head(`name=a; filename=x; ${words}`)}1\r\n--bnd--\r\n`
  return (await read(streamOf(latin(text), 50)))[0]?.fileName
}

describe('a form', () => {
  it('is parsed the same in pieces of any size', async () => {
    for (let size = 1; size <= whole.length; size++)
      // oxlint-disable-next-line no-await-in-loop
      expect([size, await read(streamOf(whole, size))]).toEqual([size, parts])
  })

  it('is refused at once wherever it is cut off', async () => {
    // A form without its last line end is complete: some clients leave it out.
    for (let length = 0; length < whole.length - 2; length++) {
      for (const cut of [true, false]) {
        // oxlint-disable-next-line no-await-in-loop
        await expect(read(streamOf(whole.subarray(0, length), 7, cut)), `${length}`).rejects.toThrow(
          BodyError,
        )
      }
    }
    expect(await read(streamOf(whole.subarray(0, -2), 7))).toEqual(parts)
  })

  it('of a real client is accepted', async () => {
    const made = new FormData()
    made.append('metadata', '{"ñ":1}')
    made.append('', new Blob([new Uint8Array(tricky)]), 'a"\r\n100% ñ.png')
    const sent = new Response(made)
    expect(await read(sent.body!, sent.headers.get('content-type')!)).toEqual([
      { name: 'metadata', isFile: false, fileName: '', bytes: Buffer.from('{"ñ":1}') },
      { name: '', isFile: true, fileName: 'a"\r\n100% ñ.png', bytes: tricky },
    ])
  })

  it.each([
    ['words before it', `x\r\n${head('name=a')}1\r\n--bnd--\r\n`],
    ['words after it', `${head('name=a')}1\r\n--bnd--\r\nmore`],
    ['a second end', '--bnd--\r\n--bnd--\r\n'],
    ['parts after its end', `--bnd--\r\n${head('name=a')}1\r\n--bnd--\r\n`],
    ['a part without a name', `${head('filename=a')}1\r\n--bnd--\r\n`],
    [
      'a part that is no form data',
      '--bnd\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--bnd--\r\n',
    ],
    ['a part without a head', '--bnd\r\n\r\n1\r\n--bnd--\r\n'],
    ['an endless head', `--bnd\r\nx: ${'y'.repeat(17_000)}\r\n\r\n1\r\n--bnd--\r\n`],
    ['a boundary that goes on', `--bndx\r\n\r\n1\r\n--bnd--\r\n`],
  ])('is refused with %s', async (_, text) => {
    for (const size of [1, 13, 100_000])
      // oxlint-disable-next-line no-await-in-loop
      await expect(read(streamOf(latin(text), size))).rejects.toThrow(BodyError)
  })

  it('needs a boundary in its type, which may be quoted', async () => {
    expect(await read(streamOf(whole, 50), 'multipart/form-data; charset=utf-8; boundary="bnd"')).toEqual(
      parts,
    )
    for (const wrong of ['', '; boundary=', '; boundary=""', `; boundary=${'x'.repeat(71)}`])
      expect(() => openForm(streamOf(whole, 50), `multipart/form-data${wrong}`)).toThrow(BodyError)
  })

  it('names its file in the exact form too, and a name that cannot be decoded is empty', async () => {
    expect(await named("filename*=UTF-8''%C3%B1.png")).toBe('ñ.png')
    expect(await named("filename*=UTF-8''%C3.png")).toBe('')
  })

  it('releases its sender when it is refused', async () => {
    let gone = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(latin(head('name=a'))),
      cancel: () => void (gone = true),
    })
    const form = openForm(endless, type)
    await form.next()
    form.close()
    await Promise.resolve()
    expect(gone).toBe(true)
  })
})
