import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../shared/escape-html.ts'
import { tellMoment, text, timeOf } from './html.ts'
import { moodWords, type Part, type Told } from './parts.ts'
import type { Item } from './reading.ts'
import { style } from './style.ts'

type Pages = (part: Part) => AsyncIterable<Item[]>

export type TakenFile = { path: string; name: string; isPicture: boolean }

export type Subject = {
  account: Item
  profile: Item | undefined
  lock: Item | undefined
  files: readonly TakenFile[]
  now: Date
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

/**
 * The page of the download: one file without any request, because phones open no second file from a folder of downloads. `opener` is the
 * script that opens a locked diary. Its policy allows this script only, so no words of a person run.
 */
export async function* writePage(
  subject: Subject,
  parts: readonly Part[],
  diary: Part,
  pages: Pages,
  opener: string,
): AsyncGenerator<string> {
  const shown = parts.filter(({ title }) => title !== undefined)
  yield head(subject, shown, opener)
  yield aboutPerson(subject)
  yield diaryHead(subject.lock, opener !== '')
  yield* entries(diary, pages)
  yield '</section>'
  for (const part of shown) {
    yield `<section aria-labelledby="${part.file}"><h2 id="${part.file}">${escapeHtml(part.title ?? '')}</h2>`
    yield* rows(part, pages)
    yield '</section>'
  }
  yield filesSection(subject.files)
  yield `</main><footer class="note"><p>Nasa folder na <b>data</b> ang lahat ng ito at ang iba pa (settings, bilang ng gamit) bilang JSON.</p></footer>`
  if (subject.lock && opener) yield `<script>${opener}</script>`
  yield '</body></html>\n'
}

function head({ now, lock, files }: Subject, shown: readonly Part[], opener: string): string {
  const scripts = lock && opener ? hashOf(opener) : "'none'"
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${scripts}; img-src 'self' file: content:; base-uri 'none'; form-action 'none'`
  const places: [string, string][] = [
    ['ikaw', 'Ikaw'],
    ['diary', 'Diary'],
    ...shown.map(({ file, title = '' }): [string, string] => [file, title]),
    ...(files.length > 0 ? [['files', 'Mga file'] as [string, string]] : []),
  ]
  const links = places.map(([id, name]) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`).join('')
  return `<!doctype html><html lang="fil"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><title>Ang data mo sa Emote</title><style>${style}</style></head>
<body><header><h1>Ang data mo sa Emote</h1>
<p>Kinuha noong ${tellMoment(now)}. Lahat ng isinulat mo na nasa amin pa, at lahat ng alam namin tungkol sa iyo. Oras sa Pilipinas ang nakasulat dito.</p>
<p class="note">Kung sino ang may hawak ng kopyang ito, siya ang makakabasa. Itago mo nang maayos, at burahin kung hindi sa iyo ang phone. Wala rito ang password mo (hindi namin ito nababasa), ang report ng iba, at ang mga salita ng iba maliban sa mga usapan ninyo.</p>
<nav aria-label="Laman"><ul>${links}</ul></nav></header><main>`
}

function aboutPerson({ account, profile }: Subject): string {
  // A codename may read like a date.
  const facts: [string, string][] = [
    ['Codename', escapeHtml(text(profile?.['codename']))],
    ['Email', escapeHtml(text(account['email']))],
    ['Phone', account['phone'] ? `+${escapeHtml(text(account['phone']))}` : ''],
    ['Member since', timeOf(account['created_at'])],
    ['Huling log-in', timeOf(account['last_sign_in_at'])],
    ['Premium until', timeOf(profile?.['premium_until'])],
  ]
  const list = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return `<section aria-labelledby="ikaw"><h2 id="ikaw">Ikaw</h2><dl class="card">${list.join('')}</dl></section>`
}

/** With a lock: the form that opens the entries. The attributes are all that the script reads. */
function diaryHead(lock: Item | undefined, canOpen: boolean): string {
  const start = '<section aria-labelledby="diary"><h2 id="diary">Diary</h2>'
  if (!lock) return start
  if (!canOpen)
    return `${start}<p>Naka-lock ang diary mo. Kunin ulit ang data mo para may pambukas ang kopyang ito.</p>`
  const data = ['id', 'public_key', 'by_passphrase', 'by_recovery']
    .map((name) => `data-${name.replace('_', '-')}="${escapeHtml(text(lock[name]))}"`)
    .join(' ')
  return `${start}<form class="card" id="diary-lock" ${data}>
<p>Naka-lock ang diary mo, kaya naka-lock din ito rito. Buksan mo gamit ang passphrase mo. Dito lang sa phone o computer na ito mangyayari iyon: walang ipapadala, kahit walang internet.</p>
<label for="passphrase">Passphrase o recovery key</label><input id="passphrase" type="password" autocomplete="off" required>
<button type="submit">Buksan ang diary</button><p role="status"></p>
<noscript><p>Kailangan ng JavaScript para mabuksan ang diary. Buksan ang file na ito sa Chrome, Firefox o Edge.</p></noscript></form>`
}

async function* entries(diary: Part, pages: Pages): AsyncGenerator<string> {
  let isEmpty = true
  for await (const items of pages(diary)) {
    isEmpty = false
    yield items.map(entryOf).join('')
  }
  if (isEmpty) yield nothing
}

const nothing = '<p class="note">Wala pa.</p>'
const sealedText = /^1(\.[\w-]+){3}$/

function entryOf(item: Item): string {
  const { id, mood, content, sealed, created_at: at } = item
  if (typeof sealed === 'string' && sealedText.test(sealed)) {
    return `<article data-entry="${escapeHtml(text(id))}" data-sealed="${sealed}"><p class="meta">${timeOf(at)}</p><p class="note">Naka-lock pa.</p></article>`
  }
  return articleOf({ at, label: moodWords(mood), words: content })
}

async function* rows(part: Part, pages: Pages): AsyncGenerator<string> {
  let group: string | undefined
  let isEmpty = true
  for await (const items of pages(part)) {
    isEmpty = false
    let html = ''
    for (const item of items) {
      const told = part.tell?.(item) ?? {}
      if (told.group !== undefined && told.group !== group) html += `<h3>${escapeHtml(told.group)}</h3>`
      group = told.group
      html += articleOf(told)
    }
    yield html
  }
  if (isEmpty) yield nothing
}

function articleOf({ at, label, words, note }: Told): string {
  const meta = [label ? `<b>${escapeHtml(label)}</b>` : '', timeOf(at)].filter(Boolean).join(' · ')
  const said = typeof words === 'string' && words ? `<p dir="auto">${escapeHtml(words)}</p>` : ''
  return `<article><p class="meta">${meta}</p>${said}${note ? `<p class="note">${escapeHtml(note)}</p>` : ''}</article>`
}

function filesSection(files: readonly TakenFile[]): string {
  if (files.length === 0) return ''
  const items = files.map(({ path, name, isPicture }) => {
    const address = escapeHtml(path.split('/').map(encodeURIComponent).join('/'))
    const picture = isPicture ? `<img src="${address}" alt="" loading="lazy">` : ''
    return `<article><a href="${address}">${escapeHtml(name)}</a>${picture}</article>`
  })
  return `<section aria-labelledby="files"><h2 id="files">Mga file</h2><p class="note">Nasa folder na <b>files</b>. I-unzip muna ang lahat para lumabas dito.</p>${items.join('')}</section>`
}
