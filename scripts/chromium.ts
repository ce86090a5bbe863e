import { existsSync } from 'node:fs'

/** Debian's two builds of one Chromium. The one without windows needs two thirds of the processor time. */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser that CHROMIUM names, or the first that is installed. */
export function findChromium(): string {
  const path = process.env['CHROMIUM'] ?? paths.find((one) => existsSync(one))
  if (!path || !existsSync(path))
    throw new Error(`No browser at ${path ?? paths.join(' or ')}: install Chromium, or name it in CHROMIUM.`)
  return path
}
