import { describe, expect, it } from 'vitest'
import { fold } from '../../../shared/fold.ts'
import { builtInHotlines } from '../../../shared/hotlines.ts'
import type { EmiTalk, Line } from '../talk.ts'
import { careOf } from './care.ts'
import { says, type CareText } from './choose.ts'
import { crisisTexts } from './texts-crisis.ts'
import { abuseTexts, forOther, roomTexts } from './texts-elsewhere.ts'
import { listeningTexts } from './texts-listening.ts'

const line = (text: string, by: Line['by'] = 'asker'): Line => ({ by, name: by, text, minutesAgo: 0 })
const talkOf = (texts: readonly string[], with_: Partial<EmiTalk> = {}): EmiTalk => ({
  where: 'dm',
  lines: texts.map((text) => line(text)),
  said: [],
  answers: 0,
  hour: 2,
  seed: 'a',
  ...with_,
})
const care = (text: string, isInCare = false, with_: Partial<EmiTalk> = {}) => {
  const { answer, ...rest } = careOf(talkOf([text], with_), isInCare)
  return { ...rest, text: answer?.(builtInHotlines).text }
}
const wordsOf = ({ tl, ask }: CareText) => [tl, ask?.[0] ?? ''].join(' ')

const pools: readonly (readonly CareText[])[] = [crisisTexts, listeningTexts, abuseTexts, roomTexts].flatMap(
  (group) => Object.values<readonly CareText[]>(group),
)
const texts = [...pools.flat(), ...forOther]

describe('each reviewed text', () => {
  it.each(texts)('$tl', ({ tl, en, ask }) => {
    for (const [words, question] of [
      [tl, ask?.[0]],
      [en, ask?.[1]],
    ]) {
      const whole = [words, question ?? ''].join(' ')
      expect(whole.length).toBeLessThan(330)
      expect(whole.match(/\?(?!”)/g)?.length ?? 0).toBeLessThanOrEqual(1)
      // Numbers come from the registry; 911 alone may stand in a sentence.
      expect(whole.replaceAll('911', '')).not.toMatch(/\d|https?:|www|@/)
      expect(whole).not.toMatch(
        /!{2}|promise|sayang|pasalamat ka|isipin mo (?:ang|si)|diagnos|kasuhan|hiwalay/i,
      )
    }
  })

  it('is found again among all the others, in what she said', () => {
    for (const text of texts)
      expect(texts.filter((other) => says(`@{e1} ${wordsOf(text)}`, other))).toEqual([text])
  })
})

const opens = (text: string | undefined) => crisisTexts.opening.some((one) => says(text ?? '', one))

describe('words of crisis', () => {
  it('get an opening first, and never again before the others are said', () => {
    const said: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      const { text = '' } = care('gusto ko na mamatay', turn > 0, {
        said: [...said],
        seed: `s${turn}`,
      })
      expect(opens(text)).toBe(turn === 0)
      said.push(text)
    }
    for (const seed of 'abcdefgh') {
      const { text = '' } = care('ginagahasa ako ng tiyuhin ko', false, { seed })
      expect(abuseTexts.opening.some((one) => says(text, one))).toBe(true)
    }
    for (const seed of 'abcdefgh') expect(opens(care('gusto ko na mamatay', false, { seed }).text)).toBe(true)
  })

  it('turn the mode on and name the lines, also when they come in pieces or among other lines', () => {
    for (const lines of [
      ['gusto ko na mamatay'],
      ['gusto ko na', 'mamatay'],
      ['gusto ko na mamatay', 'ewan', 'haha', 'wala'],
    ]) {
      const found = careOf(talkOf(lines), false)
      expect(found).toMatchObject({ startsCare: true, kind: 'crisis' })
      const text = found.answer?.(builtInHotlines).text
      for (const number of ['0919-057-1553', '0917-899-8727', '1553 (landline sa Luzon)', '1383'])
        expect(text).toContain(number)
      expect(text).toContain('24 oras')
    }
  })

  it('of others, of long ago or already answered turn nothing on', () => {
    const answered = [line('gusto ko na mamatay'), line('Nandito ako.', 'emi'), line('kumain na ako')]
    expect(careOf({ ...talkOf([]), lines: answered }, false)).toEqual({ startsCare: false })
    const other = [line('gusto ko na mamatay', 'other'), line('@emi hi')]
    expect(careOf({ ...talkOf([]), where: 'room', lines: other }, false)).toEqual({ startsCare: false })
    expect(careOf(talkOf(['ang ganda ng araw']), false)).toEqual({ startsCare: false })
  })

  it('count in a room although Emi answered somebody else meanwhile', () => {
    const lines = [line('gusto ko na mamatay'), line('Hi!', 'emi'), line('@emi nandyan ka?')]
    expect(careOf({ ...talkOf([]), where: 'room', lines }, false).startsCare).toBe(true)
  })

  it('with means at hand name 911 first', () => {
    for (const text of [
      'gusto ko na mamatay, hawak ko na yung blade',
      'i want to die, i took all my pills',
      'tatalon na ako, nasa rooftop na ako',
      'magpapakamatay na ako ngayong gabi',
    ])
      expect(care(text).text).toMatch(/911/)
    expect(care('gusto ko na mamatay').text).not.toContain('911')
  })

  it('in English are answered in English', () => {
    expect(care('I want to kill myself').text).toMatch(/\b(?:you|are)\b.*\n📞/s)
  })

  it('in General are answered in public with the lines and a private talk', () => {
    for (let at = 0; at < 20; at++) {
      const { text } = care('@emi gusto ko na mamatay', false, { where: 'room', seed: String(at) })
      expect(text).toMatch(/private|tayo lang/)
      expect(text).toContain('0919-057-1553')
    }
  })

  it('use the lines of the registry, and the built-in ones when it is empty', () => {
    const { answer } = careOf(talkOf(['gusto ko na mamatay']), false)
    const [ncmh] = builtInHotlines
    if (!ncmh) throw new Error('No hotline')
    expect(answer?.([{ ...ncmh, name: 'Bagong Linya', numbers: ['0999-111'] }]).text).toMatch(
      /Bagong Linya.*0999-111/,
    )
    expect(answer?.([]).text).toContain('0919-057-1553')
  })
})

/** A talk in care mode: her answers to these messages, in order. */
function walk(messages: readonly string[], seed: string) {
  const said: string[] = []
  const lines: Line[] = []
  return messages.map((message, turns) => {
    lines.push(line(message))
    const talk = {
      ...talkOf([]),
      lines: lines.slice(-5),
      said: said.slice(-12),
      answers: turns,
      seed: seed + String(turns),
    }
    const answer = careOf(talk, turns > 0).answer?.(builtInHotlines)
    if (!answer) throw new Error(`No answer to "${message}"`)
    said.push(answer.text)
    lines.push(line(answer.text, 'emi'))
    return answer.text
  })
}

const long = [
  'gusto ko na mamatay',
  'wala, ako lang',
  'ayoko tumawag nahihiya ako',
  'wala akong load',
  '...',
  'pagod na pagod na ako sa lahat',
  'bot ka ba',
  'puro ka numero wala kang kwenta',
  'sorry',
  'iniwan niya ako',
  'joke lang haha',
  'okay na ako',
  'okay lang ako',
  'salamat',
  'ayoko na talaga mabuhay',
  'hindi',
  'di ko alam',
  'ang gulo ng isip ko',
  'sasabihin mo ba sa parents ko',
  'kasama ko na si ate',
  'pano ba mamatay nang walang sakit',
  'umiiyak ako',
  'ewan',
  'nag away kami ni mama',
  'mag isa ako',
  'tulog na ako',
  'good night',
  'gising pa ako',
  'gising pa rin',
  'wala lang',
  'pagod',
  'pagod pa rin',
  'hay',
  'bakit ganito',
  'ang sakit',
  'thanks',
  'bye',
]

/** In the mode, this message is answered from this pool. */
function fits(message: string, pool: readonly CareText[], said: string[] = []) {
  const { text = '', startsCare } = care(message, true, { said })
  expect(
    pool.some((each) => says(text, each)),
    `${message}: ${text}`,
  ).toBe(true)
  expect(startsCare).toBe(false)
}

describe('care mode', () => {
  it('never repeats a sentence within ten turns, asks at most one question, and the numbers are never far', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const answers = walk(long, seed)
      const sentences = answers.map((answer) =>
        answer
          .split('\n')
          .filter((row) => !/📞|🏠/.test(row))
          .flatMap((row) => row.split(/(?<=[.!?:])\s+/))
          .map((sentence) => fold(sentence)),
      )
      for (const [at, own] of sentences.entries())
        for (const earlier of sentences.slice(Math.max(0, at - 10), at).flat())
          expect(own.filter((sentence) => sentence === earlier && sentence.split(' ').length > 2)).toEqual([])
      for (const answer of answers) expect(answer.match(/\?(?!”)/g)?.length ?? 0).toBeLessThanOrEqual(1)
      for (let at = 0; at + 3 <= answers.length; at++)
        expect(answers.slice(at, at + 3).join()).toContain('📞')
    }
  })

  it('fits what is said', () => {
    const company = crisisTexts.opening[0]
    const safe = crisisTexts.crisis[0]
    fits('wala', crisisTexts.alone, [wordsOf(company)])
    fits('oo, si kuya', crisisTexts.company, [wordsOf(company)])
    fits('oo', crisisTexts.alone, [wordsOf(crisisTexts.opening[2])])
    fits('hindi', crisisTexts.now, [wordsOf(safe)])
    fits('opo', crisisTexts.safe, [wordsOf(safe)])
    fits('joke lang yun', crisisTexts.denial)
    fits('hindi ko naman gagawin', crisisTexts.denial)
    fits('natatakot akong tumawag', crisisTexts.refusal)
    fits('walang sumasagot', crisisTexts.refusal)
    fits('isusumbong mo ba ako', crisisTexts.told)
    fits('tao ka ba', listeningTexts.bot)
    fits('paulit-ulit ka', listeningTexts.angry)
    fits('salamat ha', listeningTexts.thanks)
    fits('tulog na ako', listeningTexts.night)
    fits('…', listeningTexts.quiet)
    fits('hawak ko yung kutsilyo', crisisTexts.now)
    fits('nag-away kami ng jowa ko', listeningTexts.listen)
    fits('umiiyak ako', listeningTexts.tears)
    fits('bakit ganito', listeningTexts.why)
    fits('hindi ko alam ang gagawin', listeningTexts.lost)
    fits('pabigat lang ako', listeningTexts.burden)
    fits('ayoko gisingin si mama', listeningTexts.wake)
    fits('hindi ako makatulog', listeningTexts.sleepless)
    fits('kumain ako ng adobo', listeningTexts.light)
  })

  it('stays urgent until the person tells of safety', () => {
    const urgent = [wordsOf(crisisTexts.now[2])]
    for (const text of ['hindi', 'ok', 'ewan ko', 'umiiyak ako', 'salamat'])
      fits(text, crisisTexts.now, urgent)
    for (const text of ['binigay ko na kay mama', 'nasa ospital na kami'])
      fits(text, crisisTexts.safe, urgent)
    fits('oo', crisisTexts.safe, [wordsOf(crisisTexts.now[1])])
    fits('may blade ako dito', crisisTexts.now)
  })

  it('is not ended by a denial, and begun again by words of crisis', () => {
    expect(care('joke lang, okay na ako', true)).toMatchObject({ startsCare: false, kind: 'crisis' })
    expect(care('gusto ko na mamatay', true).startsCare).toBe(true)
  })

  it('is hidden from the room: words without crisis go to the responder that answers everybody', () => {
    expect(careOf(talkOf(['@emi kumusta'], { where: 'room' }), true)).toEqual({ startsCare: false })
    // The words of crisis still stand above, and were answered.
    const lines = [line('@emi gusto ko na mamatay'), line('Nandito ako.', 'emi'), line('@emi salamat')]
    expect(careOf({ ...talkOf([]), where: 'room', lines }, true)).toEqual({ startsCare: false })
  })
})

function walkQuietly(): string[] {
  const said: string[] = []
  for (let turns = 0; turns < 24; turns++) {
    const talk = talkOf(['@emi kumusta'], {
      where: 'room',
      said: said.slice(-12),
      answers: turns,
      seed: String(turns),
    })
    said.push(careOf(talk, false, 'crisis').answer?.(builtInHotlines).text ?? '')
  }
  return said
}

describe('abuse', () => {
  it('is answered with the lines for it and the children’s line, and turns no mode on', () => {
    const found = care('binubugbog ako ng tatay ko')
    expect(found).toMatchObject({ startsCare: false, kind: 'abuse' })
    for (const part of ['911', 'Aleng Pulis', '0919-777-7377', 'VAW', '1383', 'wala ka pang 18'])
      expect(found.text).toContain(part)
  })

  it('in a room is answered in few words, with a private talk', () => {
    expect(care('@emi hinipuan ako ng tito ko', false, { where: 'room' }).text).toMatch(/private|tayo lang/)
  })

  it('stays the subject while she asked about it, and danger brings 911 to the front', () => {
    const first = care('binubugbog ako ng tatay ko').text ?? ''
    const lines = [line('binubugbog ako ng tatay ko'), line(first, 'emi'), line('hindi')]
    const after = careOf({ ...talkOf([]), lines, said: [wordsOf(abuseTexts.opening[0])] }, false)
    expect(after.kind).toBe('abuse')
    expect(abuseTexts.now.some((text) => says(after.answer?.([]).text ?? '', text))).toBe(true)
    const later = { ...talkOf(['nandito siya']), said: [wordsOf(abuseTexts.opening[1]), 'Nandito ako.'] }
    expect(careOf(later, false)).toMatchObject({ kind: 'abuse' })
    expect(careOf({ ...later, said: ['Nandito ako.'] }, false)).toEqual({ startsCare: false })
  })
})

describe('somebody close who wishes to die', () => {
  it.each([
    'gusto raw magpakamatay ng kaibigan ko',
    'my best friend said she wants to die',
    'naglalaslas yung kapatid ko',
    'nag-chat ang pinsan ko, ayaw na niyang mabuhay',
  ])('%s', (text) => {
    const found = care(text)
    expect(found).toMatchObject({ startsCare: false, kind: 'crisis' })
    expect(forOther.some((each) => says(found.text ?? '', each))).toBe(true)
    expect(found.text).toContain('0919-057-1553')
  })

  it.each([
    'nagpakamatay ang kuya ko noong 2019',
    'galit sa akin ang kaibigan ko',
    'yung bida sa palabas gusto na mamatay',
    'patay na patay sa akin ang kaibigan ko',
  ])('is not heard in: %s', (text) => expect(care(text)).toEqual({ startsCare: false, text: undefined }))
})

describe('what a model suspects', () => {
  it('is asked about, and only the person turns the mode on', () => {
    const asked = careOf(talkOf(['naibigay ko na lahat ng gamit ko']), false, 'crisis')
    expect(asked).toMatchObject({ startsCare: false, kind: 'crisis' })
    const said = [asked.answer?.(builtInHotlines).text ?? '']
    expect(care('oo, minsan', false, { said })).toMatchObject({ startsCare: true })
    expect(care('hindi naman', false, { said })).toEqual({ startsCare: false, text: undefined })
    const hurt = careOf(talkOf(['ayoko umuwi']), false, 'abuse').answer?.(builtInHotlines).text ?? ''
    expect(care('oo', false, { said: [hurt] })).toMatchObject({ startsCare: false, kind: 'abuse' })
  })

  it('is not asked in front of a room', () => {
    const answers = walkQuietly()
    for (const [at, answer] of answers.entries()) {
      expect(answer).not.toMatch(/📞|911|\d|ligtas|bigat|sakit|tawag ka|crisis/)
      expect(answers.slice(Math.max(0, at - 10), at)).not.toContain(answer)
    }
    const { answer } = careOf(talkOf(['@emi paalam'], { where: 'room' }), false, 'crisis')
    expect(answer?.(builtInHotlines).text).not.toMatch(/📞|mabuhay|sarili/)
  })
})
