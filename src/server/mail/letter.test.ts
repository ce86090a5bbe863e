import { expect, it } from 'vitest'
import { writeLetter } from './letter.ts'

const letter = writeLetter({ to: 'mina@example.test', subject: 'Ang code mo' }, [
  'Hi! <b>Mina</b>',
  { url: 'https://emote.test/?a=1&b=2', label: 'Pumasok' },
  { before: 'O i-type ang code na ito', code: '048213' },
  { small: 'Hindi ikaw?' },
])

it('a mailbox previews the first words, not the name above them', () => {
  const shown = letter.html?.replace(/<style>.*?<\/style>|<title>.*?<\/title>|<[^>]+>/gs, ' ').trim()
  expect(shown).toMatch(/^Hi! &#60;b&#62;Mina|^Hi! &lt;b&gt;Mina/)
})

it('the text part holds every word and the address, and the HTML loads nothing', () => {
  expect(letter.text).toBe(
    'Hi! <b>Mina</b>\n\nhttps://emote.test/?a=1&b=2\n\nO i-type ang code na ito: 048213\n\nHindi ikaw?\n\nIngat lagi,\nEmote',
  )
  expect(letter.html).not.toMatch(/<(?:img|script|link|iframe)|url\(|src=/)
})
