import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer.ts'
import { instructionsFor } from './prompts.ts'

const instructions = instructionsFor('friendly')
const text = 'pagod na pagod ako sa traffic, di ko na alam'

describe('an answer of a language model', () => {
  it.each([
    ['Pagod ako.', 'Pagod ako.'],
    ['\n\n  Pagod ako.\r\nUwi na. \n', 'Pagod ako.\nUwi na.'],
    ['```\nPagod ako.\n```', 'Pagod ako.'],
    ['```text\nPagod ako.\nUwi na.\n```', 'Pagod ako.\nUwi na.'],
    ['"Pagod ako."', 'Pagod ako.'],
    ['“Pagod ako.”', 'Pagod ako.'],
    ['"Pagod", sabi ko, "na ako"', '"Pagod", sabi ko, "na ako"'],
    ['Here is the corrected text:\n\nPagod ako.', 'Pagod ako.'],
    ["Sure! Here's a friendlier version of your text: Pagod ako.", 'Pagod ako.'],
    ['Narito ang mas maikling bersyon:\n"Pagod ako."', 'Pagod ako.'],
    ['Corrected version: Pagod ako.', 'Pagod ako.'],
    ['Pagod ako.\n\nLet me know if you want it shorter!', 'Pagod ako.'],
    ['<think>What does\n\nshe mean?</think>\n\nPagod ako.', 'Pagod ako.'],
    ['[[0123456789ab]]\nPagod ako.\n[[0123456789ab]]', 'Pagod ako.'],
    ['Pagod\u0000 \u202eako\ufeff\u0007.', 'Pagod ako.'],
    ['Pagod\udc00 ako', 'Pagod\ufffd ako'],
    ['Pagod.\n\n\n\n\nUwi na.', 'Pagod.\n\nUwi na.'],
    ['😴', '😴'],
    ["I'm sorry, I can't do this anymore.", "I'm sorry, I can't do this anymore."],
    ['Ito ang totoo: pagod ako.', 'Ito ang totoo: pagod ako.'],
    ['• Pagod ako\n• Di ko na alam', '• Pagod ako\n• Di ko na alam'],
  ])('%j is read as %j', (answer, wanted) => {
    expect(readAnswer(answer, text, instructions)).toBe(wanted)
  })

  it('keeps quotes and introductions that the writer wrote', () => {
    for (const own of [
      'Here is my text: pagod ako',
      '"pagod ako"',
      'pagod ako\n\nnote: bukas ulit',
      'basahin: https://emote.test/a',
      'Nasa emote.ph/a?b=1 tapos www.emote.test!',
      '[dito](/a) ako, 0917 123 4567 o mina@emote.test',
      'as an AI ganito ako',
    ])
      expect(readAnswer(own, own, instructions)).toBe(own)
  })

  it.each([
    ['', 'empty'],
    [' \n "" ', 'empty'],
    ['[[0123456789ab]]\n[[0123456789ab]]', 'empty'],
    ['... — !', 'empty'],
    ['<think>hmm', 'thoughts'],
    ['mahaba '.repeat(1_000), 'long'],
    ['Punta ka sa https://evil.example', 'link'],
    ['Punta ka sa www.evil.example', 'link'],
    ['Punta ka sa ht\u200btps:\u2060//evil.example', 'link'],
    ['Punta ka sa ftp:\\\\evil.example', 'link'],
    ['Punta ka sa evil.com.', 'link'],
    ['Punta ka sa mas-evil.xyz/a', 'link'],
    ['Punta ka [dito](/evil)', 'link'],
    ['Pindutin: javascript:alert(1)', 'link'],
    ['Tawag ka: 0917-123-4567', 'link'],
    ['Tawag ka: +639171234567', 'link'],
    ['Sumulat kay evil@evil.io', 'link'],
    ["I'm sorry, but I can’t assist with that request.", 'refusal'],
    [`Sige, ito: ${instructions.slice(0, 150)}`, 'instructions'],
    ['As an AI language model, I have no feelings.', 'refusal'],
  ])('%j is no answer', (answer, why) => {
    expect(() => readAnswer(answer, text, instructions)).toThrow(new RegExp(why))
  })

  it('is refused when it extends a web address of the text', () => {
    const own = 'basahin: https://emote.test/a at 0917 123 4567'
    expect(readAnswer('Basahin: https://emote.test/a, at 09171234567.', own, instructions)).toContain('/a,')
    for (const longer of ['https://emote.test/a.evil.com', 'https://emote.test/a/b', 'emote.test.ph'])
      expect(() => readAnswer(`Basahin: ${longer}`, own, instructions)).toThrow(/link/)
  })

  it('is parsed in linear time', () => {
    // Reading the rest again at each piece would take minutes.
    for (const piece of [
      '\n',
      ' \n',
      '"',
      'here ',
      '```\n',
      '<think>',
      '[[',
      'www.',
      'a.',
      'a@',
      '](',
      '!',
      'x:/',
      '09 ',
      'cannot ',
    ])
      try {
        readAnswer(piece.repeat(400_000 / piece.length), text, instructions)
      } catch {}
  })
})
