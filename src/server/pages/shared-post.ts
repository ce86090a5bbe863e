import { warningLabel } from '../../shared/content-warnings.ts'
import { excerpt } from '../../shared/excerpt.ts'
import { moodOfValue } from '../../shared/moods.ts'
import { isUuid } from '../../shared/uuid.ts'
import { compress } from '../http/compress.ts'
import type { Cards } from './cards.ts'
import type { WebFile } from './web-file.ts'
import type { LookUp, SharedPost } from './look-up.ts'
import { previewTags, titled } from './meta.ts'
import { refuse, securityHeaders, serve } from './respond.ts'

export type SharedDeps = {
  cards: Cards
  lookUp: LookUp
  /** The server's public address. Previews need absolute addresses. */
  site: string
  secure: boolean
}

const noindex = { 'x-robots-tag': 'noindex' }

/**
 * The page of `?post=`, built for each request, so that a removed post loses its preview at once (410). An invalid id or a late database
 * answer gives the page without a preview. Search engines must not index it.
 */
export async function sharedPage(
  request: Request,
  from: string,
  shell: WebFile,
  id: string,
  { lookUp, site, secure }: SharedDeps,
): Promise<Response> {
  const post = isUuid(id) ? await lookUp(id, from) : undefined
  const tags = `<meta name="robots" content="noindex">\n${post ? previewOf(post, id.toLowerCase(), site) : ''}`
  const html = titled(shell.bytes.identity.toString(), post ? moodOfValue(post.mood).title : undefined, tags)
  const { body, headers } = await compress(html, request.headers.get('accept-encoding'))
  return new Response(request.method === 'HEAD' ? null : body, {
    status: post === null ? 410 : 200,
    headers: {
      'content-type': shell.type,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
      ...headers,
      ...noindex,
      ...securityHeaders(secure, shell.scriptHashes),
    },
  })
}

/** Previews leave out words behind a content warning. */
function previewOf(post: SharedPost, id: string, site: string): string {
  const { slug, title } = moodOfValue(post.mood)
  const warning = warningLabel(post.content_warning)
  return previewTags({
    title,
    description: warning
      ? `May babala ang post na ’to: ${warning}. Buksan lang kung kaya mo ngayon.`
      : excerpt(post.content, 100),
    url: `${site}/wall/${slug}?post=${id}`,
    image: `${site}/cards/${id}.jpg`,
    kind: 'article',
  })
}

/** The preview picture of a post: its wall and its own art. 410 when the post is gone. */
export async function sharedCard(
  request: Request,
  from: string,
  id: string,
  { cards, lookUp, secure }: SharedDeps,
): Promise<Response> {
  const post = isUuid(id) ? await lookUp(id, from) : undefined
  const card = post && (await cards(post))
  if (!card) {
    if (!isUuid(id)) return refuse(404, 'Not found', secure)
    if (post === null) return refuse(410, 'Gone', secure, noindex)
    return refuse(503, 'Busy', secure, { 'retry-after': '5' })
  }
  const response = serve(card, request, 200, secure)
  response.headers.set('x-robots-tag', 'noindex')
  response.headers.set('cross-origin-resource-policy', 'cross-origin')
  return response
}
