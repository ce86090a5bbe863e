/** Builds the web app into dist/web: client, prerendered pages, compressed twins. Does nothing when nothing has changed. */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { previewTags } from '../src/server/pages/meta.ts'
import { assemble, type Parts, type Rendered } from './assemble.ts'

type Prerender = { prerendered: readonly string[]; renderScreen: (path: string) => Promise<Rendered> }

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
/** A folder of its own for each build, so two builds do not mix. The finished one is renamed in one step. */
const work = join(dist, `work-${process.pid}`)
const memberPages = [
  '/write',
  '/wall/:mood',
  '/diary',
  '/profile',
  '/tambayan',
  '/polls',
  '/billing',
  '/billing-manual',
]
/** Pages that open offline, with everything they load later. */
const kept = ['/write', '/diary', '/profile']
/** Files that are useless offline. */
const onlineOnly =
  /live-socket|Refine|ReportDialog|BlockDialog|Takeaway|LockSettings|RewritingBar|PictureDialog|Cropper|take-data|LeaveDialog/
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

const prepaid = (path: string) =>
  // The socket, the bell and fifty messages come after it: 200 KB in all.
  path === '/tambayan'
    ? { js: 131_500, all: 169_000 }
    : /^\/(billing|profile)/.test(path)
      ? // The bell and the limits come after it: 170 KB in all. The outbox and the socket wait for the first touch.
        { js: 121_500, all: 157_500 }
      : memberPages.includes(path)
        ? { js: 150_000, all: 200_000 }
        : { js: 90_000, all: 140_000 }
const kb = (bytes: number) => (bytes / 1000).toFixed(1)

const hash = createHash('sha256')
const sources = [
  'src/web/**/*',
  'src/shared/**/*.ts',
  'src/server/pages/meta.ts',
  'vite.config.ts',
  'scripts/assemble.ts',
  'scripts/build.ts',
  'package-lock.json',
]
for (const file of sources
  .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
  .filter((f) => f.isFile())) {
  const path = join(file.parentPath, file.name)
  hash.update(path.slice(root.length)).update(readFileSync(path))
}
const wanted = hash.digest('hex')

if (readStamp() !== wanted) {
  try {
    await buildWeb()
    writeFileSync(join(dist, 'stamp'), wanted)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function readStamp(): string {
  try {
    return readFileSync(join(dist, 'stamp'), 'utf8')
  } catch {
    return ''
  }
}

async function buildWeb(): Promise<void> {
  const web = join(work, 'web')
  const { prerendered, renderScreen } = await bundle(web)
  const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')) as Manifest
  const template = readFileSync(join(web, 'index.html'), 'utf8')
  rmSync(join(web, '.vite'), { recursive: true })
  rmSync(join(web, 'index.html'))

  const fonts = Object.values(manifest)
    .flatMap(({ assets = [] }) => assets)
    .filter((name) => /\/(display|text)-[^/]*\.woff2$/.test(name))
  const sizes: Record<string, string>[] = []
  mkdirSync(join(web, 'pages'))
  for (const path of prerendered) {
    const rendered = withPreview(path, await renderScreen(path))
    const parts = partsOf(manifest, modulesOf(path))
    const page = assemble(template, rendered, parts, fonts)
    writeFileSync(join(web, 'pages', `${path === '/' ? 'home' : path.slice(1)}.html`), page)
    sizes.push(measure(path, page, parts, web, fonts))
  }
  const empty = { html: '', title: 'Emote', description: '' }
  const shell = assemble(template, empty, partsOf(manifest, []), fonts)
  writeFileSync(join(web, 'app.html'), shell)
  for (const path of memberPages)
    sizes.push(measure(path, shell, partsOf(manifest, modulesOf(path)), web, fonts))

  await buildWorker(manifest, fonts, web)
  await buildScript('app/taken-diary.ts', web)
  await Promise.all(
    globSync('**/*', { cwd: web })
      .filter((name) => compressible.test(name))
      .map((name) => compress(join(web, name))),
  )
  rmSync(join(dist, 'web'), { recursive: true, force: true })
  renameSync(web, join(dist, 'web'))
  console.log('First load, KB after brotli (pictures apart):')
  console.table(sizes)
}

/** Bundles the app for browsers, into `web`, and for this process, which prerenders its pages. */
async function bundle(web: string): Promise<Prerender> {
  const shared = {
    root: join(root, 'src/web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn' as const,
  }
  await build({ ...shared, build: { outDir: web, emptyOutDir: true } })
  const outDir = join(work, 'ssr')
  const ssr = { outDir, ssr: 'app/prerender.tsx', manifest: false, copyPublicDir: false, emptyOutDir: true }
  await build({ ...shared, build: ssr })
  return (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as Prerender
}

/** Adds the tags of a link preview. The server replaces the placeholder with its own address. */
function withPreview(path: string, rendered: Rendered): Rendered {
  const { title, description } = rendered
  const image = '%PUBLIC_URL%/og.png'
  return {
    ...rendered,
    head: previewTags({ title, description, url: `%PUBLIC_URL%${path}`, image, kind: 'website' }),
  }
}

/** The modules of an address, read from the source of screens.ts, so that the list exists once. */
function modulesOf(path: string): string[] {
  const table = readFileSync(join(root, 'src/web/app/screens.ts'), 'utf8')
  const entry = table.slice(table.indexOf(`'${path}': {`))
  const own = /import\('([^']+)'\)/.exec(entry)?.[1] ?? ''
  const frame = /frame: '(\w+)'/.exec(entry)?.[1] ?? ''
  const around = new RegExp(`${frame}: chunk\\(\\(\\) => import\\('([^']+)'\\)`).exec(table)?.[1] ?? ''
  const inside = memberPages.includes(path) ? ['./Inside.tsx'] : []
  const names = [own, around, ...inside].map((name) => join('app', name))
  if (!own || !around) throw new Error(`No module found for ${path} in screens.ts`)
  return names
}

/** Every file that the offline pages can load, with static and dynamic imports. */
function keptParts(manifest: Manifest): string[] {
  const parts = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || parts.has(chunk.file) || onlineOnly.test(key)) return
    for (const name of [chunk.file, ...(chunk.css ?? [])]) parts.add(name)
    // screens.ts imports every page.
    const later = chunk.name === 'screens' ? [] : (chunk.dynamicImports ?? [])
    for (const imported of [...(chunk.imports ?? []), ...later]) visit(imported)
  }
  visit('index.html')
  for (const path of kept) for (const module of modulesOf(path)) visit(module)
  return [...parts]
}

/** The service worker with the list of files it keeps. Its name never changes, so its content names the build. */
async function buildWorker(manifest: Manifest, fonts: string[], web: string): Promise<void> {
  const parts = [...keptParts(manifest), ...fonts].map((name) => `/${name}`).toSorted()
  const shell = readFileSync(join(web, 'app.html'))
  const stamp = createHash('sha256').update(shell).update(parts.join()).digest('hex').slice(0, 12)
  await buildScript('worker/service-worker.ts', web, {
    BUILD: JSON.stringify(stamp),
    PARTS: JSON.stringify(parts),
  })
  const bytes = parts.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(web, name))).length, 0)
  console.log(`Kept for when there is no signal: ${parts.length} parts, ${kb(bytes)} KB`)
}

/** Builds a script of its own, with everything that it imports, under the name of its file. */
async function buildScript(path: string, web: string, define: Record<string, string> = {}): Promise<void> {
  const input = join(root, 'src/web', path)
  await build({
    configFile: false,
    root: dirname(input),
    logLevel: 'warn',
    define,
    build: {
      outDir: web,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        output: { format: 'iife', entryFileNames: `${basename(path, '.ts')}.js` },
      },
    },
  })
}

/** Style sheets and scripts of the entry and these modules, with everything they import. */
function partsOf(manifest: Manifest, modules: string[]): Parts {
  const css = new Set<string>()
  const scripts = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build's manifest`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const sheet of chunk.css ?? []) css.add(sheet)
  }
  for (const key of ['index.html', ...modules]) visit(key)
  return { css: [...css], scripts: [...scripts] }
}

function measure(
  path: string,
  page: string,
  { css, scripts }: Parts,
  web: string,
  fonts: string[],
): Record<string, string> {
  const packed = (names: string[]) =>
    names.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(web, name))).length, 0)
  const html = brotliCompressSync(page).length
  const [sheets, code, letters] = [
    packed(css),
    packed(scripts),
    fonts.reduce((sum, name) => sum + readFileSync(join(web, name)).length, 0),
  ]
  const all = html + sheets + code + letters
  if (scripts.some((name) => name.includes('live-socket')))
    throw new Error(`${path}: the socket's code has to come after the first paint`)
  // The most bytes of a first visit, brotli, without pictures: people pay for data by the peso.
  const budget = prepaid(path)
  if (code > budget.js || all > budget.all)
    throw new Error(
      `${path}: ${kb(code)} KB of scripts, ${kb(all)} KB in all; allowed ${kb(budget.js)} and ${kb(budget.all)}`,
    )
  return {
    path,
    html: kb(html),
    css: kb(sheets),
    js: kb(code),
    fonts: kb(letters),
    all: kb(all),
  }
}

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br)
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz)
}
