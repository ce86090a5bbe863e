export type Reencoded = {
  path: string
  mime: string
  size: number
  sha256: string
  width: number
  height: number
}

export type Refusal = 'corrupt' | 'too large' | 'too many frames' | 'too slow'

/** The image is at fault. */
export class ImageRefused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(`The image is ${reason}`)
    this.reason = reason
  }
}
/** Too many images at once: the same one may succeed a moment later. */
export class ImagesBusy extends Error {}

export type Images = {
  /**
   * Decodes an image and writes it anew beside `path`, upright, without metadata, its longer edge at most `maxEdge` pixels.
   * `path` stays; the new file belongs to the caller. Throws ImageRefused, ImagesBusy; nothing new is left then.
   */
  reencode(path: string, mime: string, options: { maxEdge: number }): Promise<Reencoded>
  stop(): Promise<void>
}

/** Whether images of this type are decoded and written anew. */
export function isRaster(mime: string): boolean {
  return ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].includes(mime)
}

export function createImages({ log }: { log: (line: string) => void }): Images {
  log('Being built')
  throw new Error('Being built')
}
