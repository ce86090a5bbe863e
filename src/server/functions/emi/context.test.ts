import { describe, expect, it } from 'vitest'
import { emi } from '../../../shared/emi.ts'
import { type Context, readableTalk, withMentions } from './context.ts'

const [luna, ben, carla] = [
  'aaaaaaaa-0000-4000-8000-000000000001',
  'bbbbbbbb-0000-4000-8000-000000000002',
  'cccccccc-0000-4000-8000-000000000003',
] as const
const now = Date.parse('2026-11-23T18:05:00Z')
const names = [
  { id: luna, codename: 'Luna' },
  { id: ben, codename: 'Ben (10)' },
  { id: carla, codename: 'Sad Queen' },
  { id: emi.id, codename: 'Emi' },
]
const said = (sender: string, text: string, id = text) => ({ id, sender, text, at: '2026-11-23T18:00:00Z' })
const context = (lines: Context['lines'], turns: string[], askers: readonly string[] = [luna]): Context => ({
  turns,
  lines,
  said: [],
  answers: 3,
  askers: askers.map((id) => ({ id, care: false, answered_lately: false })),
  names,
})
const read = (topic: string, given: Context) =>
  readableTalk(
    topic,
    given,
    given.askers.map(({ id }) => id),
    now,
  )
/** How a text of Luna's reads. */
const seen = (text: string, topic = 'dm-x') =>
  read(topic, context([said(luna, text)], [text])).talk.lines[0]?.text

describe('what a responder reads', () => {
  it('names people neutrally: one asker Ikaw, all others Kaibigan in the order of their lines', () => {
    const lines = [said(carla, 'una'), said(ben, 'sagot'), said(emi.id, 'hello'), said(luna, '@emi')]
    const { talk } = read('tambayan-general', context(lines, ['@emi']))
    expect(talk.lines).toMatchObject([
      { by: 'other', name: 'Kaibigan 1', minutesAgo: 5 },
      { by: 'other', name: 'Kaibigan 2' },
      { by: 'emi', name: 'Emi' },
      { by: 'asker', name: 'Ikaw' },
    ])
    // Two in the morning in Manila.
    expect(talk).toMatchObject({ where: 'room', hour: 2, answers: 3, seed: '@emi' })
  })

  it.each([
    ['ako si LUNA', 'ako si Ikaw'],
    ['si Lunario iyon', 'si Lunario iyon'],
    ['sabi ni Ben (10), ok', 'sabi ni Kaibigan 1, ok'],
    [`@{${carla}} at @{${emi.id}}`, '@Kaibigan 1 at @Emi'],
    ['@{dddddddd-0000-4000-8000-000000000004}', '@Kaibigan'],
    [`ang id ko ay ${luna.toUpperCase()}`, 'ang id ko ay [link]'],
    ['luna@mail.example at https://a.example/x?y#z.', '[link] at [link]'],
    ['x https://emote.test/stickers/yakap.svg y', 'x [larawan] y'],
    [
      'tingnan mo\n📎 Shared a file: file_url=https%3A%2F%2Fa&file_name=Luna.jpg&file_type=image',
      'tingnan mo\n[larawan]',
    ],
    ['📎 Shared a file: file_url=%2Fa&file_name=a.pdf&file_type=file', '[file]'],
  ])('%j reads as %j', (text, wanted) => {
    const lines = [said(ben, 'a'), said(carla, 'b')]
    const order = text.includes('Ben') ? lines : lines.toReversed()
    const given = context([...order, said(luna, text)], [text])
    expect(read('tambayan-general', given).talk.lines.at(-1)?.text).toBe(wanted)
  })

  it('a message that her last answer did not cover comes after that answer', () => {
    const lines = [said(luna, 'una'), said(luna, 'ikalawa'), said(emi.id, 'sagot sa una')]
    const { talk } = read('dm-x', context(lines, ['ikalawa']))
    expect(talk.lines.map(({ text }) => text)).toEqual(['una', 'sagot sa una', 'ikalawa'])
  })

  it('a room gives 2,000 letters and cuts the oldest first; words of crisis are searched in all', () => {
    const lines = [
      said(ben, 'x'.repeat(1_500), '1'),
      said(ben, 'y'.repeat(1_500), '2'),
      said(luna, 'z'.repeat(900), '3'),
    ]
    const { talk, whole } = read('tambayan-general', context(lines, ['3']))
    expect(talk.lines.map(({ text }) => text.length)).toEqual([1_100, 900])
    expect(whole.lines).toHaveLength(3)
    expect(seen('z'.repeat(2_000))).toHaveLength(2_000)
  })

  it('a conversation gives its last five lines; words of crisis are searched in all that wait', () => {
    const lines = ['1', '2', '3', '4', '5', '6'].map((text) => said(luna, text))
    const turns = lines.map(({ id }) => id)
    const { talk, whole } = read('dm-x', context(lines, turns))
    expect(talk.lines.map(({ text }) => text).join('')).toBe('23456')
    expect(whole.lines).toHaveLength(6)
  })

  it('hides names and addresses in linear time', () => {
    const text = `${'Ben (1 '.repeat(280)}@{${ben}}`
    expect(seen(text)).toContain('@Kaibigan')
    // A word of a million letters takes minutes in quadratic time.
    expect(seen('a'.repeat(1_000_000))).toHaveLength(1_000_000)
  })
})

it('several askers are mentioned in place of their names, and Kaibigan 1 is not the beginning of Kaibigan 12', () => {
  const lines = [said(ben, 'a'), said(luna, 'b')]
  const { askers } = read('tambayan-general', context(lines, ['a', 'b'], [ben, luna]))
  expect(withMentions('Kaibigan 1, hinga. @Kaibigan 2: tubig. Kaibigan 12.', askers)).toBe(
    `@{${ben}}, hinga. @{${luna}}: tubig. Kaibigan 12.`,
  )
  expect(withMentions('Kaibigan 1', new Map())).toBe('Kaibigan 1')
})
