import { pesos } from '../../../../shared/plans.ts'
import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../../shared/escape-html.ts'
import type { TestSession } from './sessions.ts'

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 26rem; padding: 1.25rem; background: light-dark(#fbf9f4, #16181d); color: light-dark(#23262d, #eceef2) }
.mark { border: 3px dashed light-dark(#9a5b00, #f0b45c); border-radius: .75rem; padding: .75rem 1rem; text-align: center }
.mark strong { display: block; font-size: 1.5rem; letter-spacing: .2em }
h1 { font-size: 1.25rem; margin: 1.5rem 0 .25rem }
.sum { font-size: 2rem; font-weight: 700; margin: 0 0 1.25rem }
form, p { margin: 0 0 .75rem }
button, a { box-sizing: border-box; display: block; width: 100%; min-height: 3rem; padding: .7rem 1rem; border-radius: .75rem; text-align: center;
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; border: 2px solid light-dark(#2f4b7c, #a9c1ee); color: inherit; background: none }
.main { background: light-dark(#2f4b7c, #a9c1ee); color: light-dark(#fff, #14171c) }
:focus-visible { outline: 3px solid light-dark(#9a5b00, #f0b45c); outline-offset: 2px }
`
const styleHash = createHash('sha256').update(style).digest('base64')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

function document(title: string, body: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="fil"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main><p class="mark"><strong>TEST</strong>Hindi ito totoong bayaran. Walang pera na gagalaw.</p>
${body}</main></body></html>`
  return new Response(html, { status, headers })
}

const names: Readonly<Record<string, string>> = {
  gcash: 'GCash',
  paymaya: 'Maya',
  card: 'card',
  grab_pay: 'GrabPay',
}

/** The page where a tester pays. It has no script. `isDeclined`: the last try was refused. */
export function checkoutPage({ id, attributes }: TestSession, isDeclined: boolean): Response {
  const { line_items, payment_method_types, success_url, cancel_url, status, paid_at } = attributes
  const total = line_items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  const head = `<h1>${escapeHtml(line_items.map(({ name }) => name).join(', '))}</h1>
<p class="sum">${pesos(total)}</p>`
  if (paid_at)
    return document(
      'TEST: bayad na',
      `${head}<p>Bayad na ito.</p><a class="main" href="${escapeHtml(success_url)}">Bumalik sa Emote</a>`,
    )
  if (status !== 'active')
    return document(
      'TEST: tapos na',
      `${head}<p>Tapos na ang oras ng checkout na ito.</p><a class="main" href="${escapeHtml(cancel_url)}">Bumalik sa Emote</a>`,
    )
  const pay = (method: string, words: string, main = '') =>
    `<form method="post" action="/test-payments/checkout/${id}/pay?method=${method}"><button${main}>${words}</button></form>`
  const known = payment_method_types.filter((method) => method in names)
  return document(
    'TEST: bayaran',
    `${head}${isDeclined ? '<p role="alert">Tinanggihan ang card. Subukan ulit o pumili ng iba.</p>' : ''}
${known.map((method, at) => pay(method, `Kunwari: magbayad gamit ang ${names[method]}`, at === 0 ? ' class="main"' : '')).join('\n')}
${pay('declined', 'Kunwari: card na tatanggihan')}
<a href="${escapeHtml(cancel_url)}">Huwag nang magbayad</a>`,
  )
}

export const missingPage = (): Response =>
  document(
    'TEST: wala',
    '<h1>Wala ang checkout na ito.</h1><a class="main" href="/">Bumalik sa Emote</a>',
    404,
  )
