import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { putPaymentQr } from './payment-qr.ts'
import { wallPages } from './wall-pages.ts'
import { makeFile, packPage, type WebFile } from './web-file.ts'

/** Browsers fetch the service worker from a fixed address. */
const workerPath = '/service-worker.js'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Loads the built web app into memory, a few hundred kilobytes. Each HTML page holds `config`, which saves a round trip before the first
 * call. Its `url` is the server's public address. `paymentQr`: the operator's picture.
 */
export async function loadWebFiles(
  folder: string,
  config: { url: string },
  paymentQr?: WebFile,
): Promise<Map<string, WebFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const present = new Set(paths)
  const files = new Map<string, WebFile>()
  await Promise.all(
    paths.map(async (path) => {
      const type = types[extname(path)]
      if (!type || path.includes(`${sep}.`)) return
      const name = `/${relative(folder, path).split(sep).join('/')}`
      files.set(
        name,
        type.startsWith('text/html')
          ? await loadPage(path, type, config)
          : await loadAsset(path, name, type, present),
      )
    }),
  )
  const app = files.get('/app.html')
  if (app) for (const [name, page] of await wallPages(app, config.url)) files.set(name, page)
  putPaymentQr(files, paymentQr)
  return files
}

/** The script that opens a locked diary in a downloaded page. Empty when the web app is not built. */
export const diaryOpenerOf = (files: ReadonlyMap<string, WebFile>): string =>
  files.get('/taken-diary.js')?.bytes.identity.toString() ?? ''

async function loadAsset(path: string, name: string, type: string, present: Set<string>): Promise<WebFile> {
  const packed = async (ending: string) =>
    present.has(path + ending) ? await readFile(path + ending) : undefined
  const [identity, br, gz] = await Promise.all([readFile(path), packed('.br'), packed('.gz')])
  const bytes = { identity, ...(br ? { br } : {}), ...(gz ? { gzip: gz } : {}) }
  return { ...makeFile(type, cacheControlOf(name), bytes), isWorker: name === workerPath }
}

/** Names under /assets/ hold a content hash. Other files may change with a release, the worker with the next page. */
function cacheControlOf(name: string): string {
  if (name === workerPath) return 'no-cache'
  return name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=604800'
}

async function loadPage(path: string, type: string, config: { url: string }): Promise<WebFile> {
  const content = JSON.stringify(config).replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const built = await readFile(path, 'utf8')
  const scripts = [...built.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const scriptHashes = scripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const html = built
    .replace('<!--emote-config-->', () => `<meta name="emote-config" content="${content}">`)
    // Previews need absolute addresses of picture and page. The build does not know them.
    .replaceAll('%PUBLIC_URL%', config.url)
  return packPage(html, type, scriptHashes)
}
