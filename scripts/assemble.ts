import { escapeHtml } from '../src/shared/escape-html.ts'

/** `head`: further tags of the page's head. */
export type Rendered = { html: string; title: string; description: string; head?: string }
/** The files that a page loads first. */
export type Parts = { css: string[]; scripts: string[] }

/** A whole page: the template with the rendered markup, its style sheets, fonts and scripts. */
export function assemble(
  template: string,
  { html, title, description, head: own = '' }: Rendered,
  parts: Parts,
  fonts: string[],
): string {
  // React puts its picture hints before the markup. A page needs them in its head.
  const [, hints = '', markup = ''] = /^((?:<link[^>]*>)*)([\s\S]*)$/.exec(html) ?? []
  const entry = /<script type="module"[^>]*><\/script>/.exec(template)?.[0] ?? ''
  // On a slow connection the style sheets load first and alone, so the words show before fonts and code arrive.
  const head = [
    ...parts.css.map((name) => `<link rel="stylesheet" href="/${name}">`),
    ...fonts.map(
      (name) =>
        `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin fetchpriority="low">`,
    ),
    ...parts.scripts
      .filter((name) => !entry.includes(name))
      .map((name) => `<link rel="modulepreload" href="/${name}" fetchpriority="low">`),
    hints,
    entry.replace('<script ', '<script fetchpriority="low" '),
    own,
  ]
  const page = template
    .replace(
      /<title>.*?<\/title>/,
      () =>
        `<title>${escapeHtml(title)}</title>${description && `<meta name="description" content="${escapeHtml(description)}">`}`,
    )
    .replace(/\s*<(script type="module"|link rel="(modulepreload|stylesheet)")[^>]*>(<\/script>)?/g, '')
    .replace(/\s*<\/head>/, () => `\n${head.join('\n')}\n</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
  if (/ style="/.test(page))
    throw new Error(`"${title}": a style attribute, which the content security policy forbids`)
  if ((page.match(/<script/g)?.length ?? 0) !== 2)
    throw new Error(`"${title}": a script beside the theme's and the entry`)
  if (!page.includes('<!--emote-config-->')) throw new Error(`"${title}": no place for the configuration`)
  return page
}
