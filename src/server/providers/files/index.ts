/** A file that arrived, on local disk, hashed and counted while it was written. */
export type Spooled = {
  path: string
  /** In bytes. */
  size: number
  /** Hex. */
  sha256: string
}

/** From the first to the last byte, the last included. */
export type Range = { start: number; end: number }

/** More bytes than allowed were sent. */
export class FileTooLarge extends Error {}
/** The sender went away, or sent too slowly, before the last byte. */
export class FileBroken extends Error {}
/** There are no bytes under this id. */
export class FileMissing extends Error {}
/** The store does not answer, or refuses us. The message never holds a key or an address. */
export class FilesUnavailable extends Error {}

export type Files = {
  /** Writes what arrives into a temporary file. Throws FileTooLarge, FileBroken; nothing is left behind then. */
  spool(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spooled>
  /** The temporary file becomes the blob `id`; durable when resolved. Throws FilesUnavailable; the temporary file is gone or kept then. */
  put(id: string, path: string): Promise<void>
  /** Throws FileMissing, FilesUnavailable. */
  read(id: string, range?: Range): Promise<ReadableStream<Uint8Array>>
  /** Ids without bytes are fine. */
  remove(ids: string[]): Promise<void>
  /** Removes a temporary file; one that is gone is fine. */
  discard(path: string): Promise<void>
  /** Removes temporary files that nobody has touched for so long; resolves to how many. */
  sweepTemp(olderThanMs: number): Promise<number>
}

type Options = {
  dataDir: string
  s3?: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string } | undefined
}

/** A new name for bytes with this hash: the random part keeps deleting one upload's bytes from hitting another's. */
export function newBlobId(sha256: string): string {
  return `${sha256}-${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex')}`
}

export function createFiles(options: Options): Files {
  throw new Error(`Being built: ${options.dataDir}`)
}
