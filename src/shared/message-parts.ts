/**
 * Splits a message into the parts that the screen shows. Any text gives parts, in linear time, and no part carries markup. The row decides
 * which file a message has, and the text alone does not.
 */
import { isGiphy } from './giphy.ts'
import { type MessageFile } from './marker.ts'
import { readMarker } from './read-marker.ts'
import { splitMentions } from './talks.ts'

/** `host` is ASCII, so look-alike letters show as `xn--…`. */
type Address = { href: string; host: string }

export type Part =
  | { text: string }
  /** A person's id. */
  | { mention: string }
  | { file: MessageFile }
  | { sticker: { id: string } }
  | { gif: { url: string } }
  /** A picture on a foreign server. That server learns of everybody who loads the picture. */
  | { image: Address }
  | { link: Address }

/** What a message carries besides words. */
export type CardPart = Extract<Part, { file: unknown } | { sticker: unknown } | { gif: unknown }>

type Context = {
  file?: MessageFile | null | undefined
  /** The origin of the page. */
  origin: string
}

export function partsOf(text: string, { file, origin }: Context): Part[] {
  const marker = file ? readMarker(text) : undefined
  if (file && marker && pathOf(marker.url) === file.url) return [...wordsOf(marker.caption, origin), { file }]
  const address = /^[ \t\r\n]*(https?:\/\/\S+)[ \t\r\n]*$/.exec(text)?.[1]
  const alone = address === undefined ? undefined : pictureOf(address, origin)
  return alone ? [alone] : wordsOf(text, origin)
}

/** The path of an address, or the path itself. */
const pathOf = (url: string) => (url.startsWith('/') ? url : parse(url)?.pathname)

function parse(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

const stickers = /^\/stickers\/([a-z0-9-]{1,40})\.svg$/

/**
 * A sticker or a GIF: the whole message is its address. Only in the spelling of a URL parser, because the server, which refuses both in a
 * request, knows no other.
 */
function pictureOf(address: string, origin: string): Part | undefined {
  const url = parse(address)
  if (!url || url.href !== address || hasLogin(url)) return undefined
  const id = address === origin + url.pathname && stickers.exec(url.pathname)?.[1]
  if (id) return { sticker: { id } }
  return isGiphy(url) ? { gif: { url: url.href } } : undefined
}

const hasLogin = ({ username, password }: URL) => username !== '' || password !== ''

function wordsOf(text: string, origin: string): Part[] {
  return splitMentions(text).flatMap((part) => ('text' in part ? withLinks(part.text, origin) : part))
}

/** An address ends at a space, a quotation mark or an invisible character. */
const addresses = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>"'`\p{C}]+/giu

function withLinks(text: string, origin: string): Part[] {
  const parts: Part[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const written = withoutStop(found)
    const part = addressOf(written, origin)
    if (!part) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push(part)
    done = index + written.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

const stops = new Set('.,;:!?…*_~)]}’”')

/** The address without the punctuation of the sentence around it. Keeps a closing bracket that the address itself opened. */
function withoutStop(address: string): string {
  let unopened = address.split(')').length - address.split('(').length
  let end = address.length
  for (let last = address[end - 1] ?? ''; stops.has(last); last = address[--end - 1] ?? '')
    if (last === ')' && unopened-- <= 0) break
  return address.slice(0, end)
}

function addressOf(written: string, origin: string): Part | undefined {
  const url = parse(written)
  if (!url || hasLogin(url)) return undefined
  const { href, hostname: host, pathname } = url
  // On our own origin a message links to walls only: no page of the log-in, no address of the API.
  if (url.origin === origin) return pathname.startsWith('/wall/') ? { link: { href, host } } : undefined
  if (url.port !== '' || !isPublic(host)) return undefined
  const isPicture = /\.(jpe?g|png|gif|webp|avif)$/i.test(pathname) || pictureHosts.test(host)
  return isPicture ? { image: { href, host } } : { link: { href, host } }
}

const pictureHosts =
  /^(i\.imgur\.com|i\.ibb\.co|i\.postimg\.cc|i\.redd\.it|preview\.redd\.it|pbs\.twimg\.com|images\.(unsplash|pexels)\.com|(media\d?|c)\.tenor\.com|(media\d{0,2}|i)\.giphy\.com|(cdn|media)\.discordapp\.(com|net)|lh\d\.googleusercontent\.com|upload\.wikimedia\.org)$/

/** Host names that a computer or a local network resolves by itself. */
const localNames =
  /(^|\.)(local|localhost|localdomain|lan|home|internal|intranet|corp|private|test|example|invalid|onion|arpa)$/
/** Host names that resolve to a private address, or to a developer's computer. */
const development =
  /(^|\.)(nip\.io|sslip\.io|xip\.io|lvh\.me|vcap\.me|localtest\.me|lacolhost\.com|ngrok\.(io|app|dev)|ngrok-free\.(app|dev)|loca\.lt|trycloudflare\.com|github\.dev|gitpod\.io|webcontainer\.io)$/

/** Also false for IP addresses: the parser writes every spelling of IPv4 with dots, and IPv6 in brackets. */
function isPublic(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return (
    /^[\w-]+(\.[\w-]+)+$/.test(name) &&
    !/^[\d.]+$/.test(name) &&
    !localNames.test(name) &&
    !development.test(name)
  )
}
