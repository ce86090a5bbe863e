import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/web'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sheets = files.filter((path) => path.endsWith('.css'))
const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')

/** Style sheets with their own colours, each with the reason. */
const ownColours: Record<string, string> = {
  'ui/tokens.css': 'the tokens',
  'ui/Avatar.module.css': 'the coats of the faces: nothing else wears them',
  'ui/weather/Weather.module.css': 'a painting',
  'features/compose/Afloat.module.css': 'a painting: a paper boat on water',
  'features/compose/Blown.module.css': 'a painting: words in the wind',
  'features/compose/Leaf.module.css': 'a painting: the light and the veil over a picture',
  'features/compose/Released.module.css': 'a painting: the sky over what was let go',
  'features/compose/Torn.module.css': 'a painting: scraps of paper',
  'features/diary/copy/Printed.module.css': 'printed: black on white',
  'features/diary/lock/PrintedKey.module.css': 'printed: black on white',
  'ui/PrintedSheet.module.css': 'printed: black on white',
  'features/landing/Features.module.css': 'a painting: a notice with a paint of its own',
  'features/landing/Hero.module.css': 'a painting: signpaint, stickers and a pause button on a picture',
  'features/landing/WallPicker.module.css': 'a painting: stickers on a picture',
  'features/profile/TwoSteps.module.css': 'printed: black on white; a QR code that cameras read',
  'features/wall/post/Picture.module.css': 'a painting: the coats of pictures without art',
}

/** Media queries that name a length instead of a breakpoint of ui/breakpoints.css. */
const rawBreakpoints = (css: string): string[] =>
  [...withoutComments(css).matchAll(/@media[^{]*\d(?:px|r?em)[^{]*/g)].map(([query]) => query.trim())

/** Layers given as a number instead of a token. */
const rawLayers = (css: string): string[] =>
  [...withoutComments(css).matchAll(/z-index:\s*-?\d+/g)].map(([layer]) => layer)

/** Colours written out. A mask's colours and the extremes of a mixture do not count. */
const rawColours = (css: string): string[] =>
  [
    ...withoutComments(css)
      .replace(/\bmask:[^;]*;/g, '')
      .matchAll(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(|:\s*(?:white|black)\b/gi),
  ].map(([colour]) => colour)

/** Classes of a module that no importing source names. */
function unusedClasses(css: string, sources: readonly string[]): string[] {
  const selectors = withoutComments(css).replace(/\{[^{}]*\}/g, '{}')
  const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
  const isNamed = (name: string) =>
    sources.some((source) => new RegExp(`\\w\\.${name}\\b|['"\`]${name}['"\`]`).test(source))
  return [...classes].filter((name) => name !== 'css' && !isNamed(name))
}

/** Tokens that no sheet and no component reads. */
function unusedTokens(css: string, readers: readonly string[]): string[] {
  const tokens = new Set([...withoutComments(css).matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name))
  return [...tokens].filter((name) => !readers.some((text) => new RegExp(`var\\(${name}\\b`).test(text)))
}

/** Classes that a component names and its sheet does not have: a rename would undress it without a word. */
function missingClasses(css: string, source: string): string[] {
  const own = new Set([...withoutComments(css).matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
  const worn = [...source.matchAll(/\bstyles(?:\.(\w+)|\['([\w-]+)'\])/g)].map(
    ([, dot, key]) => dot ?? key ?? '',
  )
  return [...new Set(worn)].filter((name) => !own.has(name))
}

/** Each source that imports style modules, with those modules. */
const importers = files
  .filter((path) => path.endsWith('.tsx') || path.endsWith('.ts'))
  .map((path) => ({ path, text: read(path) }))
  .map(({ path, text }) => ({
    path,
    text,
    imported: [...text.matchAll(/from '(\.[^']*\.module\.css)'/g)].map(([, target = '']) =>
      join(dirname(path), target),
    ),
  }))

const found = (rule: (css: string) => string[], except: readonly string[] = []) =>
  sheets
    .filter((path) => !except.includes(path.replace('src/web/', '')))
    .flatMap((path) => rule(read(path)).map((fault) => `${path}: ${fault}`))

describe('the style sheets', () => {
  it('name every breakpoint', () => {
    expect(found(rawBreakpoints)).toEqual([])
    expect(rawBreakpoints('@media (min-width: 640px) { a { color: red } }')).toHaveLength(1)
    expect(rawBreakpoints('@media screen and (max-height: 20em) {}')).toHaveLength(1)
    expect(rawBreakpoints('@media (--tablet) { a { width: 640px } }')).toEqual([])
  })

  it('take every layer from the scale', () => {
    expect(found(rawLayers)).toEqual([])
    expect(rawLayers('a { z-index: 99 } b { z-index: -1 }')).toHaveLength(2)
    expect(rawLayers('a { z-index: var(--layer-1) }')).toEqual([])
  })

  it('take their colours from the tokens, or have a reason', () => {
    expect(found(rawColours, Object.keys(ownColours))).toEqual([])
    expect(rawColours('a { color: #fff; background: oklch(0.5 0 0); fill: white }')).toHaveLength(3)
    expect(
      rawColours(
        'a { color: color-mix(in oklch, var(--paint), white); mask: linear-gradient(#000, #0000); }',
      ),
    ).toEqual([])
    const needless = Object.keys(ownColours).filter(
      (path) => rawColours(read(`src/web/${path}`)).length === 0,
    )
    expect(needless).toEqual([])
  })

  it('have no token that nothing reads', () => {
    const readers = files.filter((path) => /\.(css|tsx?)$/.test(path)).map(read)
    expect(unusedTokens(read('src/web/ui/tokens.css'), readers)).toEqual([])
    expect(unusedTokens(':root { --a: 1; --b: 2 }', ['p { order: var(--a) }'])).toEqual(['--b'])
  })

  it('have no class that nothing wears', () => {
    const unused = sheets
      .filter((path) => path.endsWith('.module.css'))
      .flatMap((path) =>
        unusedClasses(
          read(path),
          importers.filter(({ imported }) => imported.includes(path)).map(({ text }) => text),
        ).map((name) => `${path}: .${name}`),
      )
    expect(unused).toEqual([])
    expect(unusedClasses('.a > .b { margin: 0.5rem }', ['styles.a'])).toEqual(['b'])
    expect(unusedClasses('.a:hover { color: red }', ["styles['a']"])).toEqual([])
  })

  it('have every class that a component wears', () => {
    const missing = importers.flatMap(({ path, text, imported: [sheet, another] }) =>
      sheet && !another ? missingClasses(read(sheet), text).map((name) => `${path}: ${name}`) : [],
    )
    expect(missing).toEqual([])
    expect(missingClasses('.a { margin: 0 }', "styles.a + styles['b'] + styles.c")).toEqual(['b', 'c'])
  })
})
