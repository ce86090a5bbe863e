/** `width` and `height` are strings of digits, as GIPHY sends them. */
type Picture = { url: string; width: string; height: string }
export type Gif = {
  id: string
  title: string
  images: { fixed_height_small: Picture; fixed_height_small_still: Picture }
}

/** Without `q`: popular GIFs. */
export type Asked = { q?: string | undefined; limit: number; offset: number }

export type Gifs = {
  readonly by: 'own' | 'giphy'
  /** Throws `GifError`, and the signal's reason when the caller left. */
  find(asked: Asked, signal: AbortSignal): Promise<{ data: Gif[]; total: number }>
}

/** The provider failed. The message is for the operator, and holds no word that somebody looked for. */
export class GifError extends Error {
  override readonly name = 'GifError'
}
