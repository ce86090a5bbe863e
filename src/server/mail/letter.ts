import { escapeHtml } from '../../shared/escape-html.ts'
import type { Letter } from '../providers/mail/index.ts'
import { goodbye } from './goodbye.ts'

/** A paragraph, a button or a link (the text part shows its address), a code to type, or small print. */
export type Part =
  | string
  | { url: string; label: string; isQuiet?: true }
  | { before: string; code: string }
  | { small: string }

/** A letter as plain text and as HTML. The HTML holds no picture and fetches nothing: opening it tells nobody. */
export function writeLetter(envelope: Omit<Letter, 'text' | 'html'>, parts: readonly Part[]): Letter {
  return {
    ...envelope,
    text: parts.map(asText).join('\n\n') + goodbye,
    html: page(envelope.subject, parts),
  }
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  if ('url' in part) return part.url
  return 'code' in part ? `${part.before}: ${part.code}` : part.small
}

// The colours of ui/tokens.css. Mail programs know neither oklch() nor custom properties, and some drop the style sheet, which holds the dark colours.
const font = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const look = {
  wall: 'margin:0;padding:24px 12px;background:#e6e3dc',
  paper: `max-width:480px;margin:0 auto;padding:24px;border-radius:14px;background:#fbf9f4;color:#1a212b;font:17px/1.5 ${font}`,
  name: 'margin:0 0 20px;font-size:22px;font-weight:800',
  line: 'margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere',
  paint:
    'display:block;padding:13px 16px;border-radius:10px;background:#f6b136;color:#2a1a0c;font-weight:700;text-align:center;text-decoration:none',
  link: 'color:#7c3b0e;font-weight:700',
  code: 'margin:0 0 16px;padding:12px;border-radius:10px;background:#efece6;font-size:28px;font-weight:700;letter-spacing:6px;text-align:center',
  soft: 'margin:0 0 16px;color:#49505b;font-size:15px',
} as const
const night = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){.wall{background:#13171e!important}.paper{background:#20252c!important;color:#efece6!important}.paint{background:#f4b644!important}.link{color:#f3cb7f!important}.code{background:#191e24!important}.soft{color:#bdb8b0!important}}`

const dressed = (name: keyof typeof look) => `class="${name}" style="${look[name]}"`

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p ${dressed('line')}>${escapeHtml(part)}</p>`
  if ('url' in part) {
    return `<p ${dressed('line')}><a ${dressed(part.isQuiet ? 'link' : 'paint')} href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`
  }
  if ('small' in part) return `<p ${dressed('soft')}>${escapeHtml(part.small)}</p>`
  return `<p ${dressed('soft')}>${escapeHtml(part.before)}:</p>\n<p ${dressed('code')}>${escapeHtml(part.code)}</p>`
}

/** What a mailbox shows beside the subject. Without it, it would show our name first. */
const previewOf = (parts: readonly Part[]) =>
  `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(parts.find((part) => typeof part === 'string') ?? '')}</div>`

const page = (title: string, parts: readonly Part[]): string => `<!doctype html>
<html lang="fil"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${night}</style></head>
<body ${dressed('wall')}>${previewOf(parts)}<div ${dressed('paper')}>
<p ${dressed('name')}>Emote</p>
${parts.map(asHtml).join('\n')}
<p style="margin:24px 0 0;white-space:pre-line">${escapeHtml(goodbye.trim())}</p>
</div></body></html>`
