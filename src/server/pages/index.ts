/**
 * The built web app: known routes, precompressed, with the strictest headers that the app runs under. Left out on purpose: directory
 * listings, ranges, source maps, files outside the build.
 */
import { moodOfSlug } from '../../shared/moods.ts'
import { type RoutePath, routeOf } from '../../shared/routes.ts'
import type { Db } from '../db/door.ts'
import { createCards } from './cards.ts'
import type { WebFile } from './web-file.ts'
import { createLookUp } from './look-up.ts'
import { refuse, securityHeaders, serve } from './respond.ts'
import { sharedCard, sharedPage } from './shared-post.ts'
import { wallPageName } from './wall-pages.ts'

export type PagesDeps = {
  db: Db
  /** From `loadWebFiles`. An empty map serves nothing. */
  files: ReadonlyMap<string, WebFile>
  /** Public configuration, served as /config.json. `url` is the server's public address. */
  config: { url: string; features?: { gifs?: string } }
  /** True behind TLS: browsers then get HSTS. */
  secure: boolean
}

export function pagesGateway({
  db,
  files,
  config,
  secure,
}: PagesDeps): (request: Request, from: string) => Response | Promise<Response> {
  const publicConfig = JSON.stringify(config)
  const shared = { cards: createCards(files), lookUp: createLookUp(db), site: config.url, secure }
  const answer = (request: Request, from: string) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'Method not allowed', secure, { allow: 'GET, HEAD' })
    const { pathname: path, searchParams } = new URL(request.url)
    if (path === '/config.json') {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
      }
      return new Response(publicConfig, { headers: { ...headers, ...securityHeaders(secure) } })
    }
    const found = path.endsWith('.html') ? undefined : files.get(path)
    if (found) return serve(found, request, 200, secure)
    const [, card] = /^\/cards\/([^/]+)\.jpg$/.exec(path) ?? []
    if (card) return sharedCard(request, from, card, shared)
    const known = routeOf(path)
    const app = files.get('/app.html')
    const page = (known && files.get(pageName(known.path, path))) ?? app
    const post = known?.path === '/wall/:mood' ? searchParams.get('post') : null
    if (app && post !== null) return sharedPage(request, from, app, post, shared)
    if (page && (known || wantsPage(request))) return serve(page, request, known ? 200 : 404, secure)
    return refuse(404, 'Not found', secure)
  }
  return config.features?.gifs === 'giphy'
    ? async (request, from) => withGiphy(await answer(request, from))
    : answer
}

/** GIPHY's terms ask that its pictures come from its own servers. Other installations allow no foreign picture. */
function withGiphy(response: Response): Response {
  const policy = response.headers.get('content-security-policy')
  if (policy) {
    const allowed = policy.replace(/img-src [^;]*/, '$& https://*.giphy.com')
    response.headers.set('content-security-policy', allowed)
  }
  return response
}

function pageName(route: RoutePath, path: string): string {
  if (route === '/wall/:mood') return wallPageName(moodOfSlug(path.split('/')[2]))
  return `/pages/${route === '/' ? 'home' : route.slice(1)}.html`
}

/** A person with a broken link gets the app. A program that asks for a file gets a plain 404. */
function wantsPage(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}
