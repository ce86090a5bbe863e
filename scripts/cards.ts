/**
 * Draws the five preview pictures of shared links, 1200 × 630, into src/web/public/cards: the wall, one of its papers, its name, never
 * words of a post. Run it when the art changes. It needs Chromium (its path in CHROMIUM).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { moods, type MoodSlug } from '../src/shared/moods.ts'

/** The paper on each wall, the shade behind the name, and the name's colour. */
const looks: Record<MoodSlug, { paper: string; shade: string; ink: string }> = {
  galit: { paper: 'galit-1', shade: '#14151c', ink: '#fbf6ee' },
  malungkot: { paper: 'malungkot-2', shade: '#122a44', ink: '#f4f8fb' },
  sisi: { paper: 'sisi-4', shade: '#2b1c12', ink: '#fbf4e8' },
  masaya: { paper: 'masaya-3', shade: '#ffd66b', ink: '#3b2410' },
  kalma: { paper: 'kalma-5', shade: '#0d3440', ink: '#f1faf7' },
}

const web = fileURLToPath(new URL('../src/web/', import.meta.url))
const encode = (path: string) => readFileSync(web + path).toString('base64')
const picture = (path: string) => `url(data:image/svg+xml;base64,${encode(path)})`

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
mkdirSync(`${web}public/cards`, { recursive: true })
for (const { slug, title } of moods) writeFileSync(`${web}public/cards/${slug}.jpg`, await draw(slug, title))
await browser.close()

async function draw(slug: MoodSlug, title: string): Promise<Buffer> {
  const { paper, shade, ink } = looks[slug]
  const [, beginning = '', name = ''] = /^(Pader ng) (.+)$/.exec(title) ?? []
  await page.setContent(`<style>
    @font-face { font-family: Display; src: url(data:font/woff2;base64,${encode('ui/fonts/display.woff2')}); font-weight: 600 800 }
    body { margin: 0; height: 630px; overflow: hidden; position: relative; color: ${ink}; font-family: Display;
      background: linear-gradient(95deg, ${shade} 8%, color-mix(in srgb, ${shade} 82%, transparent) 42%, transparent 78%), ${picture(`public/walls/${slug}.svg`)} bottom / cover }
    b { position: absolute; left: 72px; top: 66px; padding: 6px 20px 12px; border-radius: 10px 12px 11px 13px; rotate: -1.6deg;
      background: #f5b13d; color: #2b1a0c; font: 800 44px/1 Display; letter-spacing: -.02em }
    h1 { position: absolute; left: 70px; bottom: 62px; margin: 0; font: 800 128px/.98 Display; letter-spacing: -.02em }
    h1 small { display: block; font: 700 62px/1.2 Display; letter-spacing: -.01em }
    i { position: absolute; right: 84px; top: 56px; width: 372px; height: 518px; rotate: 2.2deg; border-radius: 14px 17px 13px 18px;
      background: ${picture(`public/templates/${paper}.svg`)} center / cover; border: 11px solid #fbf7ee; box-sizing: border-box; box-shadow: 0 4px 0 #0003, 0 18px 44px #0007 }
  </style><b>emote</b><h1><small>${beginning}</small>${name}</h1><i></i>`)
  await page.evaluate(() => document.fonts.ready)
  return sharp(await page.screenshot())
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
