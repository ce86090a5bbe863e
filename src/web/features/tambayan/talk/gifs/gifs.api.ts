import { infiniteQueryOptions } from '@tanstack/react-query'
import { isGiphy } from '../../../../../shared/giphy.ts'
import { stickerOfPath, stickerPath, stillPath } from '../../../../../shared/stickers.ts'
import { fetchAsMe } from '../../../../lib/supabase.ts'

export type Gif = {
  id: string
  title: string
  moving: string
  still: string
  /** The text of a message that is this GIF. */
  address: string
}

type Page = { gifs: readonly Gif[]; next: number | undefined }

const pageSize = 12

/** Twelve at a time. No `q`: what is popular. */
export const gifsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['gifs', q],
    queryFn: ({ pageParam, signal }) => fetchPage(q, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    // Offline the query fails at once, instead of waiting without an end.
    networkMode: 'always',
    staleTime: Infinity,
  })

async function fetchPage(q: string, offset: number, signal: AbortSignal): Promise<Page> {
  const query = new URLSearchParams({
    kind: q ? 'search' : 'trending',
    ...(q && { q }),
    limit: String(pageSize),
    offset: String(offset),
  })
  const response = await fetchAsMe(`${location.origin}/functions/v1/gifs?${query.toString()}`, { signal })
  const body: unknown = await response.json().catch(() => undefined)
  signal.throwIfAborted()
  const { data, pagination } = isRecord(body) ? body : {}
  if (!response.ok || !Array.isArray(data)) throw new Error('GIFs failed to load')
  const total = isRecord(pagination) ? Number(pagination['total_count']) : 0
  const end = offset + data.length
  return { gifs: data.flatMap(readGif), next: data.length > 0 && end < total ? end : undefined }
}

/** Reads one GIF. Accepts only pictures of our own pack and of GIPHY. */
function readGif(found: unknown): Gif[] {
  if (!isRecord(found) || !isRecord(found['images'])) return []
  const { id, title, images } = found
  const [moving, still] = [images['fixed_height_small'], images['fixed_height_small_still']].map(addressIn)
  if (typeof id !== 'string' || typeof title !== 'string' || !moving || !still) return []
  // The server's public address may differ from this page's. Our own pack is always on this page's origin.
  const own = stickerOfPath(moving.pathname)
  if (own?.id === id) {
    const path = stickerPath(own.id)
    return [{ id, title: own.title, moving: path, still: stillPath(own.id), address: location.origin + path }]
  }
  return isGiphy(moving) && isGiphy(still)
    ? [{ id, title: title || 'GIF', moving: moving.href, still: still.href, address: moving.href }]
    : []
}

function addressIn(picture: unknown): URL | undefined {
  const url = isRecord(picture) ? picture['url'] : undefined
  return typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
