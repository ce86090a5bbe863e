import { configure, ZipWriter } from '@zip.js/zip.js'

export type Entry = { name: string; bytes: ReadableStream<Uint8Array> }

/** Node compresses in threads of its own. The library bounds the archives of the whole process: a slow reader would stop all others. */
const settings = { useWebWorkers: false, maxWorkers: 10_000 }
/** Pictures and films are packed already. They are deflated all the same: some programs of phones cannot read a stored entry of a stream. */
const packed = /\.(jpe?g|png|webp|gif|mp4|webm|mov|pdf|docx)$/

/** An archive that is made while it is read. `done` rejects when an entry fails or the reader leaves; the archive then breaks off. */
export function zipOf(entries: AsyncIterable<Entry>): {
  body: ReadableStream<Uint8Array>
  done: Promise<void>
} {
  configure(settings)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  return { body: readable, done: write(writable, entries) }
}

async function write(writable: WritableStream<Uint8Array>, entries: AsyncIterable<Entry>): Promise<void> {
  const zip = new ZipWriter(writable, { bufferedWrite: false })
  try {
    for await (const { name, bytes } of entries)
      await zip.add(name, bytes, { level: packed.test(name) ? 1 : 6 })
    await zip.close()
  } catch (error) {
    // The HTTP server logs this error when it cuts the answer off.
    await writable.abort(new Error('The download of own data broke off')).catch(() => {})
    throw error
  }
}

/** A stream of texts, made as it is read. */
export function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder()
  async function* bytes() {
    for await (const text of texts) yield utf8.encode(text)
  }
  return ReadableStream.from(bytes())
}
