import type { Gifs } from './gifs.ts'
import { createGiphy } from './giphy.ts'
import { createOwnGifs } from './own.ts'

type GifOptions = {
  /** The server's public address. */
  origin: string
  /** GIPHY's key. Undefined: our own stickers. */
  apiKey?: string | undefined
  /** Another address of GIPHY, for tests. */
  baseUrl?: string | undefined
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
}

export const createGifs = ({ origin, apiKey, baseUrl, log }: GifOptions): Gifs =>
  apiKey ? createGiphy({ apiKey, baseUrl, log }) : createOwnGifs(origin)
