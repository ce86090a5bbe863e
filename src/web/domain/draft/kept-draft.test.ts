import { beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyDraft, readDraft, forgetSent, returnToDraft, show } from './draft.ts'
import { keepDraft } from './kept-draft.ts'

/** One person's device with several tabs. `room`: storage quota in letters. */
const items = new Map<string, string>()
let room = Infinity
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  removeItem: (key: string) => void items.delete(key),
  setItem(key: string, text: string) {
    if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
    items.set(key, text)
  },
})
beforeEach(() => {
  items.clear()
  room = Infinity
})

function write(content: string) {
  const kept = keepDraft('mina')
  kept.change({ content })
  kept.save()
  return kept
}
const stored = () => readDraft('mina').content

it('a draft gets another id once its first id is spent', () => {
  const kept = write('Una.')
  const { attempt } = kept.prepare('wall')
  kept.renew('of other words')
  expect(kept.prepare('wall').attempt).toEqual(attempt)
  kept.renew(attempt.id)
  expect(kept.prepare('wall').attempt.id).not.toBe(attempt.id)
  expect([stored(), readDraft('mina').attempt]).toEqual(['Una.', kept.draft.attempt])
})

describe('a draft in two tabs', () => {
  it("is shared: each tab shows the other's words, with its own undo history", () => {
    const [one, other] = [write('Una.'), keepDraft('mina')]
    one.change({ content: 'Ikalawa.' })
    one.save()
    other.look()
    expect([other.draft.content, other.sheet]).toEqual(['Ikalawa.', { number: 1, words: 'Ikalawa.' }])
  })

  it('is let go in both tabs, and a mood picked in the other does not restore the words', () => {
    const [one, other] = [write('Lihim.'), keepDraft('mina')]
    other.change({ mood: 'Anger' })
    one.forget()
    other.look()
    other.save()
    expect([other.draft, items.size]).toEqual([{ ...emptyDraft, mood: 'Anger' }, 0])
    one.clear()
    expect(one.draft).toEqual(emptyDraft)
  })

  it('keeps newer words of one tab when the other lets go of older ones', () => {
    const [one, other] = [write('Luma.'), keepDraft('mina')]
    one.change({ content: 'Luma pa rin.' })
    other.change({ content: 'Bago.' })
    other.save()
    one.look()
    expect(one.draft.content).toBe('Luma pa rin.')
    one.forget()
    one.look()
    expect([stored(), one.draft.content]).toEqual(['Bago.', ''])
    // The screen shows the stored words instead of writing over them.
    one.clear()
    expect([stored(), one.draft.content]).toEqual(['Bago.', 'Bago.'])
  })
})

describe('words that were sent', () => {
  it('leave the draft, shown or not, and later words stay', () => {
    const gone = write('Para sa diary.')
    const { attempt } = gone.prepare('diary')
    const back = keepDraft('mina')
    const putAway = show('mina', back)
    back.change({ content: 'Ibang salita.' })
    back.save()
    forgetSent('mina', attempt.id)
    expect([stored(), back.draft.content]).toEqual(['Ibang salita.', 'Ibang salita.'])
    const second = back.prepare('wall')
    forgetSent('mina', second.attempt.id)
    expect([items.size, back.draft.content]).toEqual([0, ''])
    putAway()
    forgetSent('mina', write('Wala na sa page.').prepare('wall').attempt.id)
    expect(items.size).toBe(0)
  })

  it.each([true, false])(
    'return below the present words, or not at all on a full device; shown: %s',
    (isShown) => {
      const kept = write('Nandito.')
      const putAway = isShown ? show('mina', kept) : () => {}
      room = JSON.stringify(kept.draft).length
      expect(returnToDraft('mina', { ...emptyDraft, content: 'Bumalik.' })).toBe(false)
      expect([stored(), kept.draft.content]).toEqual(['Nandito.', 'Nandito.'])
      room = Infinity
      expect(returnToDraft('mina', { ...emptyDraft, content: 'Bumalik.' })).toBe(true)
      expect(stored()).toBe('Nandito.\n\nBumalik.')
      expect(kept.sheet.words).toBe(isShown ? 'Nandito.\n\nBumalik.' : '')
      putAway()
    },
  )
})
