/** First and last byte, both included. */
export type Range = { start: number; end: number }

export type Store = {
  /** Makes the temporary file the blob `id`; durable when resolved. After an error the temporary file may remain. */
  put(id: string, path: string): Promise<void>
  /** Throws FileMissing. Cancel a stream that is not read to its end. */
  read(id: string, range?: Range): Promise<ReadableStream<Uint8Array>>
  /** Ignores ids without bytes. Deletes durably: a power cut does not bring bytes back. */
  remove(ids: string[]): Promise<void>
}
