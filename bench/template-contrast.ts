// Contrast of each template's text colour against every 8-unit block of its text area (x 80–720, y 150–850 of 800 × 1000), worst and
// median. Prints a table and exits with 1 when a block is under 4.5:1. Run: node bench/template-contrast.ts
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { inks, templates } from '../src/shared/templates.ts'

const minimum = 4.5
const block = 8

/** WCAG relative luminance, 0 to 1, of sRGB channels 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function parseHex(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
let failed = 0
try {
  const page = await browser.newPage()
  for (const { url, ink } of templates) {
    const svg = readFileSync(new URL(`../src/web/public${url}`, import.meta.url), 'utf8')
    const means = await page.evaluate(
      async ({ source, size }) => {
        const image = new Image(800, 1000)
        image.src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }))
        await image.decode()
        const canvas = new OffscreenCanvas(800, 1000)
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        context.drawImage(image, 0, 0, 800, 1000)
        const { data } = context.getImageData(80, 150, 640, 700)
        const found: [number, number, number, number, number][] = []
        for (let y = 0; y < 700; y += size) {
          for (let x = 0; x < 640; x += size) {
            const sum: [number, number, number] = [0, 0, 0]
            const rows = Math.min(size, 700 - y)
            for (let dy = 0; dy < rows; dy++) {
              for (let dx = 0; dx < size; dx++) {
                const at = ((y + dy) * 640 + x + dx) * 4
                for (const channel of [0, 1, 2] as const) sum[channel] += data[at + channel] ?? 0
              }
            }
            const count = rows * size
            found.push([x + 80, y + 150, sum[0] / count, sum[1] / count, sum[2] / count])
          }
        }
        return found
      },
      { source: svg, size: block },
    )
    const text = luminance(...parseHex(inks[ink]))
    const measured = means
      .map(([x, y, r, g, b]) => ({ x, y, ratio: contrast(text, luminance(r, g, b)) }))
      .toSorted((a, b) => a.ratio - b.ratio)
    const worst = measured[0] ?? { x: 0, y: 0, ratio: 0 }
    const median = measured[measured.length >> 1]?.ratio ?? 0
    const under = measured.filter((at) => at.ratio < minimum).length
    if (under > 0) failed++
    const where = `worst ${worst.ratio.toFixed(2)} at ${worst.x},${worst.y}`
    console.log(
      `${url.slice(11, -4).padEnd(12)} ${ink.padEnd(5)}  ${where.padEnd(24)} median ${median.toFixed(1).padStart(4)}  ${under > 0 ? `${under} blocks under ${minimum}` : 'ok'}`,
    )
  }
} finally {
  await browser.close()
}
if (failed > 0) {
  console.log(`${failed} templates under ${minimum}:1`)
  process.exitCode = 1
}
