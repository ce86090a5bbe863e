/** From the first to the last byte, the last included. */
export type Range = { start: number; end: number }

/** Keeps the bytes of files, by blob id. */
export type Store = {
  /** The temporary file becomes the blob `id`; durable when resolved. After a failure the temporary file may still be there. */
  put(id: string, path: string): Promise<void>
  /** Throws FileMissing. A stream that is not read to its end has to be cancelled. */
  read(id: string, range?: Range): Promise<ReadableStream<Uint8Array>>
  /** Ids without bytes are fine. When it resolves the bytes will not come back, not even after a power cut. */
  remove(ids: string[]): Promise<void>
}
