import { describe, expect, it } from 'vitest'
import { ana, file, fuzz, isSound, marker, origin } from '../../tests/support/message-fuzz.ts'
import { type MessageFile } from './marker.ts'
import { readMarker } from './read-marker.ts'
import { markerOf, withMarker } from './write-marker.ts'
import { partsOf } from './message-parts.ts'
import { plainText } from './plain-text.ts'

const parts = (text: string, of: MessageFile | null = null) => partsOf(text, { file: of, origin })
const kindsOf = (text: string) => parts(text).flatMap((part) => Object.keys(part))

describe('the file of a message', () => {
  it('takes the place of its line, below the caption with its names', () => {
    expect(parts(withMarker(`Tingnan mo @{${ana}}`, marker), file)).toEqual([
      { text: 'Tingnan mo ' },
      { mention: ana },
      { file },
    ])
    expect(parts(marker, file)).toEqual([{ file }])
    expect(parts(markerOf(file), file)).toEqual([{ file }])
  })

  it('is shown only when the row has it, and the line names it', () => {
    const other = markerOf({ ...file, url: `${origin}${file.url.replace('b1', 'c1')}` })
    const inert = [
      [marker, null],
      [other, file],
      [`${marker}\nat isa pa`, file],
      [`kita mo ${marker}`, file],
      [marker.replace('file_type=image', 'file_type=script'), file],
      [marker.replace('file_url=', 'file_url=javascript:'), file],
    ] as const
    for (const [text, of] of inert) expect(parts(text, of)).toEqual([{ text }])
  })

  it('is read from its line whatever stands in the name, and half an escape is no marker', () => {
    const name = '&file_type=x\n"<b>%E0 🫶🏽.pdf'
    expect(readMarker(markerOf({ ...file, name }))).toEqual({
      caption: '',
      url: file.url,
      name,
      type: 'image',
    })
    expect(readMarker(marker.replace('kape', '%E0'))).toBeUndefined()
    expect(markerOf({ ...file, name: `${'🫶'.repeat(500)}\ud800` }).length).toBeLessThan(700)
  })

  it('is a word in a preview, as are stickers', () => {
    expect(plainText(withMarker('Ang ganda', marker), [])).toBe('Ang ganda\n📎 Larawan')
    expect(plainText(marker.replace(/image$/, 'file'), [])).toBe('📎 File')
    expect(plainText(`${origin}/stickers/yakap.svg`, [])).toBe('Sticker')
    expect(plainText(`tingnan ${origin}/stickers/yakap.svg`, [])).toContain('tingnan')
  })
})

it('a sticker or a GIF is a message that is nothing else', () => {
  expect(parts(` ${origin}/stickers/kaya-mo-yan.svg\n`)).toEqual([{ sticker: { id: 'kaya-mo-yan' } }])
  const gif = 'https://media2.giphy.com/media/abc/200.gif?cid=1'
  expect(parts(gif)).toEqual([{ gif: { url: gif } }])
  expect(kindsOf(`haha ${gif}`)).toEqual(['text', 'image'])
  const inert = [
    'https://evil.ph/stickers/yakap.svg',
    `${origin}/stickers/../auth/v1/logout.svg`,
    `${origin}/stickers/a/b.svg`,
    'https://media.giphy.com.evil.ph/a.gif?x',
    'http://media.giphy.com:81/a.gif',
    // The server knows one spelling only, and refuses it in a request.
    'HTTPS://media.giphy.com/a.gif',
    'https://m%65dia.giphy.com/a.gif',
    'https:\\\\media.giphy.com/a.gif',
    '\u00a0https://media.giphy.com/a.gif',
    `${origin}/stickers/yakap.svg?x`,
    `${origin}/stickers/./yakap.svg`,
  ]
  expect(inert.flatMap(kindsOf).filter((kind) => kind === 'sticker' || kind === 'gif')).toEqual([])
})

describe('addresses', () => {
  it('of pictures and pages name their host, without the signs of the sentence', () => {
    expect(parts('Kita mo? (https://i.imgur.com/a_(1).JPG), o http://b.ph/x.')).toEqual([
      { text: 'Kita mo? (' },
      { image: { href: 'https://i.imgur.com/a_(1).JPG', host: 'i.imgur.com' } },
      { text: '), o ' },
      { link: { href: 'http://b.ph/x', host: 'b.ph' } },
      { text: '.' },
    ])
    expect(parts('https://pbs.twimg.com/media/x?format=jpg')[0]).toHaveProperty('image')
    expect(parts('https://fаcebook.com')[0]).toMatchObject({ link: { host: 'xn--fcebook-2fg.com' } })
    expect(parts(`${origin}/wall/kalma?post=1`)[0]).toHaveProperty('link')
  })

  it('that lead to this device, this house or a developer stay text', () => {
    expect(hostile.filter((address) => kindsOf(address).join('') !== 'text')).toEqual([])
  })
})

const hostile = [
  'localhost a.localhost localhost. router.local nas.home.arpa x.internal wiki a.test',
  '127.0.0.1 0x7f.1 2130706433 10.0.0.8 192.168.1.1 8.8.8.8 [::1] [::ffff:10.0.0.1]',
  '10.0.0.1.nip.io x.lvh.me a.ngrok-free.app b.ph:8080 ako:lihim@b.ph ako@b.ph a;b.ph',
]
  .flatMap((hosts) => hosts.split(' '))
  .map((host) => `http://${host}/a.png`)
  .concat([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'file:///etc/passwd.png',
    '//b.ph/a.png',
    'ftp://b.ph/a.png',
    'https://',
    'https://%00.ph/a.png',
    `${origin}/auth/callback#access_token=x`,
    `${origin}/storage/v1/object/public/avatars/a.png`,
    'xhttps://b.ph/a.png',
  ])

it('no text makes it throw, invent a word or open another protocol', () => {
  const unsound = [...fuzz(8_000, 13)].filter((text) => plainText(text, []) === undefined || !isSound(text))
  expect(unsound).toEqual([])
})
