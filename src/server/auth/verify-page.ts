import { createHash } from 'node:crypto'
import { escapeHtml } from '../../shared/escape-html.ts'

// The tokens of ui/tokens.css. The page has no script and loads nothing, so it opens at once on any phone.
const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 2rem 1rem; background: light-dark(#e6e3dc, #13171e); color: light-dark(#1a212b, #efece6) }
main { box-sizing: border-box; max-width: 27rem; margin: 0 auto; padding: 1.75rem min(1.5rem, 6vw); border-radius: .9rem; overflow-wrap: anywhere; background: light-dark(#fbf9f4, #20252c) }
.name { margin: 0 0 1.25rem; font-size: 1.25rem; font-weight: 800 }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.2 }
p { margin: 0 0 1.25rem }
button, .button { display: grid; place-content: center; box-sizing: border-box; width: 100%; min-height: 3rem; padding: .6rem 1.2rem; border: 0; border-radius: .75rem; background: light-dark(#f6b136, #f4b644); color: #2a1a0c;
  font: inherit; font-weight: 700; text-align: center; text-decoration: none; cursor: pointer; box-shadow: 0 3px 0 light-dark(#d88617, #c8801f) }
:focus-visible { outline: 3px solid light-dark(#0060c1, #67caff); outline-offset: 3px }
.soft { margin: 1.25rem 0 0; color: light-dark(#49505b, #bdb8b0); font-size: .9375rem }
`
const styleHash = createHash('sha256').update(style).digest('base64')

type Words = { title: string; lead: string; button: string }

const words: Readonly<Record<string, Words>> = {
  signup: {
    title: 'Isang tap na lang',
    lead: 'Salamat sa pag-confirm. Pagkatapos nito, makakapagsulat ka na.',
    button: 'Oo, ako ito',
  },
  recovery: {
    title: 'Bagong password',
    lead: 'Okay lang makalimot. Gawa tayo ng bago.',
    button: 'Gumawa ng bagong password',
  },
  magiclink: { title: 'Tuloy ka', lead: 'Hindi kailangan ng password ngayon.', button: 'Pumasok sa Emote' },
  invite: {
    title: 'Tuloy ka',
    lead: 'May lugar ka rito para sa nararamdaman mo.',
    button: 'Tumuloy sa Emote',
  },
  email_change: {
    title: 'Palitan ang email?',
    lead: 'Lilipat ang Emote account mo sa bagong email.',
    button: 'Oo, palitan',
  },
}
const usual: Words = { title: 'Tuloy ka', lead: 'Galing ito sa email namin sa iyo.', button: 'Magpatuloy' }

const busy = 'Marami ang sabay-sabay ngayon. Huminga muna, tapos pindutin ulit.'

export type Link = { type: string; token: string; redirectTo: string }

function wordsOf(type: string): Words {
  const name = type.replace(/_(?:current|new)$/, '')
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? usual
}

const field = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

/** The page of a mailed link. 403: the form came from another page. 503: the server is too busy, and the button tries again. */
export function linkPage({ type, token, redirectTo }: Link, status: 200 | 403 | 503 = 200): Response {
  const { title, lead, button } = wordsOf(type)
  const alert = status === 503 ? `<p role="alert">${busy}</p>` : ''
  const html = framed(
    title,
    `<p>${lead}</p>${alert}
<form method="post" action="/auth/v1/verify">${field('type', type)}${field('token', token)}${field('redirect_to', redirectTo)}
<button>${button}</button></form>
<p class="soft">Hindi ikaw ang humingi nito? Isara mo lang ang page na ito. Walang magbabago.</p>`,
  )
  const headers = headersFor(redirectTo)
  return new Response(html, {
    status,
    headers: status === 503 ? { ...headers, 'retry-after': '2' } : headers,
  })
}

/** The page of a log-in that broke off on its way. */
export function brokenPage(status: number, login: string): Response {
  const html = framed(
    'Hindi natuloy ang log in',
    `<p>Baka lumipas na ang oras, o sa ibang browser ka nagsimula. Subukan mo lang ulit.</p>
<a class="button" href="${escapeHtml(login)}">Bumalik sa log in</a>`,
  )
  return new Response(html, { status, headers: headersFor(login) })
}

const framed = (title: string, rest: string) => `<!doctype html>
<html lang="fil"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Emote</title><style>${style}</style></head>
<body><main><p class="name">Emote</p><h1>${title}</h1>${rest}</main></body></html>`

const headersFor = (redirectTo: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // Browsers apply `form-action` to the redirect that follows the form, too.
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${new URL(redirectTo).origin}; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // With `no-referrer` the form would name no origin. The address leaves this page for our own origin only.
  'referrer-policy': 'same-origin',
})
