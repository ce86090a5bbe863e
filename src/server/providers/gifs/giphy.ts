import * as v from 'valibot'
import { isGiphy } from '../../../shared/giphy.ts'
import { type Asked, type Gif, GifError, type Gifs } from './gifs.ts'

/** GIPHY's answer to twelve GIFs takes some 200 KB. */
const mostBytes = 2 * 1_048_576
const timeoutMs = 6_000

const picture = v.object({ url: v.string(), width: v.string(), height: v.string() })
const page = v.object({
  data: v.array(v.unknown()),
  pagination: v.object({ total_count: v.optional(v.number(), 0) }),
})
const gif = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/)),
  title: v.optional(v.string(), ''),
  images: v.object({ fixed_height_small: picture, fixed_height_small_still: picture }),
})

type Options = { apiKey: string; baseUrl?: string | undefined; log: (line: string) => void }

/**
 * GIPHY learns the words of a search, and nothing about the person. The address holds `q` and numbers only, and redirects are not followed.
 * Known fields of each GIF are copied. A GIF without them is left out.
 */
export function createGiphy({ apiKey, baseUrl = 'https://api.giphy.com', log }: Options): Gifs {
  return {
    by: 'giphy',
    async find(asked, signal) {
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const response = await fetch(addressOf(baseUrl, apiKey, asked), {
          redirect: 'manual',
          signal: AbortSignal.any([signal, late]),
        })
        if (response.status !== 200) {
          void response.body?.cancel()
          throw new GifError(`status ${response.status}`)
        }
        const found = v.parse(page, JSON.parse(await readText(response)))
        return { data: found.data.flatMap(readGif), total: found.pagination.total_count }
      } catch (error) {
        signal.throwIfAborted()
        const failed =
          error instanceof GifError ? error : new GifError(late.aborted ? 'no answer in time' : kindOf(error))
        log(`GIFs: GIPHY failed: ${failed.message}`)
        throw failed
      }
    },
  }
}

function addressOf(baseUrl: string, apiKey: string, { q, limit, offset }: Asked): URL {
  const address = new URL(`/v1/gifs/${q === undefined ? 'trending' : 'search'}`, baseUrl)
  address.search = new URLSearchParams({
    api_key: apiKey,
    ...(q !== undefined && { q, lang: 'tl' }),
    limit: String(limit),
    offset: String(offset),
    // Without it GIPHY sends every rating. People here may be 13.
    rating: 'g',
  }).toString()
  return address
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new GifError('an endless answer')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function readGif(found: unknown): Gif[] {
  const read = v.safeParse(gif, found)
  if (!read.success) return []
  const { id, title, images } = read.output
  const [moving, still] = [images.fixed_height_small, images.fixed_height_small_still].map(readPicture)
  return moving && still
    ? [
        {
          id,
          title: title.slice(0, 120),
          images: { fixed_height_small: moving, fixed_height_small_still: still },
        },
      ]
    : []
}

/** Without the query: by its tokens GIPHY could link the readers of a picture to a search. */
function readPicture({ url, width, height }: v.InferOutput<typeof picture>) {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !isGiphy(address) || !/^\d{1,4}$/.test(width) || !/^\d{1,4}$/.test(height)) return undefined
  return { url: `${address.origin}${address.pathname}`, width, height }
}

/** The code or class of an error. Its message may quote the address, with the key and the words. */
const kindOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause && /^E[A-Z_]{2,30}$/.test(String(cause.code))
    ? String(cause.code)
    : error instanceof Error
      ? error.name
      : 'an unknown error'
}
