import { escapeHtml } from '../../shared/escape-html.ts'

export type Preview = {
  title: string
  description: string
  url: string
  image: string
  kind: 'website' | 'article'
}

/** Open Graph tags for the link's preview, which X reads too. Text is escaped. */
export function previewTags({ title, description, url, image, kind }: Preview): string {
  const properties = {
    'og:site_name': 'Emote',
    'og:locale': 'fil_PH',
    'og:type': kind,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': image,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  }
  const tags = Object.entries(properties).map(
    ([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`,
  )
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...tags,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n')
}

/** The page with this title, if any, and these tags in its head. */
export function titled(html: string, title: string | undefined, tags: string): string {
  return html
    .replace(/<title>.*?<\/title>/, (old) => (title ? `<title>${escapeHtml(title)} · Emote</title>` : old))
    .replace('</head>', () => `${tags}\n</head>`)
}
