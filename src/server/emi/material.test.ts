import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { answerOffline } from './index.ts'
import { readMaterial } from './material.ts'
import type { EmiTalk } from './talk.ts'

const folder = mkdtempSync(join(tmpdir(), 'emi-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(text: string): string {
  const path = mkdtempSync(join(folder, 'own-'))
  writeFileSync(join(path, 'own.txt'), text)
  return path
}

const talkOf = (text: string, more: Partial<EmiTalk> = {}): EmiTalk => ({
  where: 'dm',
  lines: [{ by: 'asker', name: 'Ikaw', text, minutesAgo: 0 }],
  said: [],
  answers: 0,
  hour: 14,
  seed: 'a',
  ...more,
})

describe("an operator's own words", () => {
  it('add a theme, and lines to a section of the house', () => {
    const material = readMaterial(
      written(
        '== theme jeep\nhear +jeep*\nmirror\ntl Ang init siguro sa jeep.\n== theme breakup\nmirror\ntl Isa pa.\n',
      ),
    )
    expect(answerOffline(talkOf('nasa jeep ako'), material).text).toContain('Ang init siguro sa jeep.')
    const own = readMaterial()
    expect(material.count).toBe(own.count + 2)
    expect(material.sections.length).toBe(own.sections.length + 1)
  })

  it.each([
    ['mirror', 1, 'begins with =='],
    ['== song x', 1, '== takes a kind'],
    ['== theme x\ntl Hala.', 2, 'needs the name of its list'],
    ['== theme x\nmirror\ntl Hala {name}.', 3, '{name} is no slot'],
    ['== theme x\nmirror\ntl', 3, '1 to 240 letters'],
    ['== theme x\nask\ntl Ano? Sino?', 3, 'one question'],
    ['== theme x\nmirror\ntl Tawag sa 09171234567.', 3, 'no long number'],
    ['== theme x\nhear a*', 2, 'is no pattern'],
    ['== theme x\noffers dance', 2, 'offers takes'],
    ['== theme x\n# a comment\nsing loud', 3, '"sing" is not known'],
    ['person mama mo', 1, 'person takes'],
  ])('%j is refused with file and line', (text, line, why) => {
    const path = written(text)
    const error = `${join(path, 'own.txt')}:${line}: `
    expect(() => readMaterial(path)).toThrow(
      expect.toSatisfy(({ message }: Error) => message.startsWith(error) && message.includes(why)),
    )
  })

  it('a folder that is missing is refused by the name of its setting', () => {
    expect(() => readMaterial(join(folder, 'nowhere'))).toThrow('EMI_MATERIAL')
    mkdirSync(join(folder, 'empty'))
    expect(readMaterial(join(folder, 'empty')).count).toBe(readMaterial().count)
  })
})

describe('an answer', () => {
  const material = readMaterial()

  it('is the same for the same talk, and another for another seed', () => {
    const answers = Array.from({ length: 20 }, (_, at) =>
      answerOffline(talkOf('iniwan ako ng boyfriend ko', { seed: String(at) }), material),
    )
    expect(answers[0]).toEqual(answerOffline(talkOf('iniwan ako ng boyfriend ko', { seed: '0' }), material))
    expect(new Set(answers.map(({ text }) => text)).size).toBeGreaterThan(3)
  })

  it('has words for anything, also for nothing, and for no line at all', () => {
    const odd = [
      '',
      ' ',
      '\u0000',
      '😭'.repeat(1_000),
      'a'.repeat(2_000),
      '“”{}[]\\',
      'مرحبا',
      'ok '.repeat(600),
    ]
    for (const text of odd) {
      const { text: answer } = answerOffline(talkOf(text), material)
      expect(answer.length).toBeGreaterThan(3)
      expect(answer.length).toBeLessThan(300)
      expect(answer).not.toMatch(/[{}]|undefined/)
    }
    expect(answerOffline(talkOf('', { lines: [] }), material).text).not.toBe('')
  })

  it.each([
    'gusto ko lang naman siya bumalik',
    'si lola matanda na siya at nag-iisa',
    'sinendan ako ni mama ng pera',
    'wag mo sabihin kay ate na umiiyak ako',
    'older na ako sa kanila',
  ])('%j is no call for safety, whatever she said before', (text) => {
    const said = ['Salamat at sinabi mo. Ano ang mas mahalaga na hindi ko nasalo?', 'I’m sorry.']
    const { text: answer } = answerOffline(talkOf(text, { said }), material)
    expect(answer).not.toMatch(/1383|911|ligtas|ipadala|kasalanan/)
  })

  it('in danger she asks who is near, never what may happen, however often the fear comes back', () => {
    const lines = ['pinalayas ako sa bahay', 'natatakot ako', 'takot na takot ako', 'natatakot pa rin ako']
    for (let seed = 0; seed < 20; seed++) {
      const said: string[] = []
      for (const text of lines) {
        const before = said.map((answer) => ({
          by: 'emi' as const,
          name: 'Emi',
          text: answer,
          minutesAgo: 1,
        }))
        const first = { by: 'asker' as const, name: 'Ikaw', text: lines[0] ?? '', minutesAgo: 2 }
        const newest = { by: 'asker' as const, name: 'Ikaw', text, minutesAgo: 0 }
        const talk = talkOf('', { said, seed: String(seed), lines: [first, ...before, newest] })
        said.push(answerOffline(talk, material).text)
      }
      expect(said.join(' ')).not.toMatch(/pinakamasama|paano kung|nakaambang|isulat|Isang oras/i)
    }
  })

  it('mourns the one who died, not the one who was named first', () => {
    const { text } = answerOffline(talkOf('si lola ayaw na kumain simula nawala si lolo'), material)
    expect(text).not.toContain('lola mo')
  })

  it.each([
    'emi natanggap ako sa work!!!',
    'cancer free na si mama!!!',
    'kinikilig ako',
    'sinagot na niya ako!!!',
  ])('%j is met with joy, and with nothing heavy', (text) => {
    for (let seed = 0; seed < 20; seed++)
      expect(answerOffline(talkOf(text, { seed: String(seed) }), material).text).not.toMatch(
        /bigat|mahirap|sakit|iniwan|ubos|takot/i,
      )
  })

  it.each([
    'uuwi na si papa natatakot ako',
    'pumasa ako pero malungkot ako',
    'nakuha ko na yung resulta may cancer ako',
  ])('%j is no good news', (text) => {
    for (let seed = 0; seed < 20; seed++)
      expect(answerOffline(talkOf(text, { seed: String(seed) }), material).text).not.toMatch(
        /yakap|saya|congrats|sarap|premyo|Deserve|Pinaghirapan/i,
      )
  })

  it.each(['humihingi siya ng nudes', 'sikreto lang daw namin', 'kinalat nila yung video ko'])(
    '%j is no indecent talk: the child is not turned away',
    (text) => {
      const { text: answer } = answerOffline(talkOf(text), material)
      expect(answer).toMatch(/kasalanan|mali|tapang/)
    },
  )

  it('says back no number, no insult and nothing of death', () => {
    const texts = [
      'tawagan mo 0917 123 4567 please lang',
      'tanga talaga ako sa kanya noon',
      'patay na siya para sa akin',
    ]
    for (const text of texts)
      for (let seed = 0; seed < 20; seed++)
        expect(answerOffline(talkOf(text, { seed: String(seed) }), material).text).not.toMatch(
          /“[^”]*(?:\d{3}|tanga|patay)/i,
        )
  })

  it('an answer to several people names each and asks nothing', () => {
    const lines = [1, 2, 3, 4, 5, 6].map((at) => ({
      by: 'asker' as const,
      name: `Kaibigan ${at}`,
      text: '@emi pagod na ako sa trabaho',
      minutesAgo: 0,
    }))
    const { text } = answerOffline(talkOf('', { where: 'room', lines }), material)
    const rows = text.split('\n')
    expect(rows.map((row) => row.split(',')[0])).toEqual([2, 3, 4, 5, 6].map((at) => `Kaibigan ${at}`))
    expect(new Set(rows.map((row) => row.slice(11))).size).toBe(5)
    expect(text).not.toContain('?')
  })
})
