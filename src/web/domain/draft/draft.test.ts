import { describe, expect, it } from 'vitest'
import { beginDraft } from './begin.ts'
import { hasStoredWords } from './stored.ts'
import { emptyDraft, readDraft, templateAfterSwitch, writeDraft, type Draft } from './draft.ts'
import { edit, prepare } from './kept-draft.ts'

function store(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const words: Draft = {
  content: 'Pagod na ako, pero andito pa rin.',
  mood: 'Sadness',
  template: '/templates/malungkot-2.svg',
  warning: 'loss',
}

describe('a draft', () => {
  it('comes back after a reload: words, mood, template and warning', () => {
    const device = store()
    writeDraft('mina', words, device)
    expect(readDraft('mina', device)).toEqual(words)
  })

  it('begins with other words only while it is empty', () => {
    const device = store()
    writeDraft('mina', { ...words, content: ' ' }, device)
    expect(hasStoredWords('mina', device)).toBe(false)
    expect(beginDraft('mina', 'Nag-away kami ni Mama.', device)).toBe(true)
    expect(readDraft('mina', device)).toEqual({ ...words, content: 'Nag-away kami ni Mama.' })
    expect(beginDraft('mina', 'Iba na.', device)).toBe(false)
    expect(readDraft('mina', device).content).toBe('Nag-away kami ni Mama.')
  })

  it('is not shown to another person on the same device', () => {
    const device = store()
    writeDraft('mina', words, device)
    expect(readDraft('jun', device)).toEqual(emptyDraft)
    expect([hasStoredWords('mina', device), hasStoredWords('jun', device)]).toEqual([true, false])
  })

  it('leaves nothing in storage when it is emptied', () => {
    const device = store()
    writeDraft('mina', words, device)
    writeDraft('mina', { ...words, content: '', template: null }, device)
    expect(device.items.size).toBe(0)
  })

  it('is removed when a newer version does not fit into storage', () => {
    const device = store()
    writeDraft('mina', words, device)
    const full = {
      ...device,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(writeDraft('mina', { ...words, content: 'mas mahaba' }, full)).toBe(false)
    expect(readDraft('mina', device)).toEqual(emptyDraft)
  })

  it.each([
    'not json',
    '7',
    '[]',
    '{"content":5,"mood":"Rage","template":"https://evil.test/x.svg","warning":"<b>","attempt":{"id":1}}',
  ])('starts empty from %s', (stored) => {
    const device = store({ 'emote-draft:mina': stored })
    expect(readDraft('mina', device)).toEqual(emptyDraft)
    expect(hasStoredWords('mina', device)).toBe(false)
  })
})

function ids() {
  let count = 0
  return () => `id-${++count}`
}

describe('the id of a post', () => {
  it('stays the same for a retry, also after a reload', () => {
    const makeId = ids()
    const device = store()
    const first = prepare(words, 'wall', makeId)
    writeDraft('mina', first, device)
    expect(prepare(first, 'wall', makeId).attempt.id).toBe('id-1')
    expect(prepare(readDraft('mina', device), 'wall', makeId).attempt.id).toBe('id-1')
  })

  it('changes with the warning, so a lost answer cannot leave the post without it', () => {
    const makeId = ids()
    const first = prepare(words, 'wall', makeId)
    expect(prepare(edit(first, { warning: null }), 'wall', makeId).attempt.id).toBe('id-2')
  })

  it('changes with the words or the destination', () => {
    const makeId = ids()
    const first = prepare(words, 'wall', makeId)
    expect(prepare(edit(first, { content: 'iba na' }), 'wall', makeId).attempt.id).toBe('id-2')
    expect(prepare(first, 'wall-anonymous', makeId).attempt.id).toBe('id-3')
    expect(prepare(first, 'diary', makeId).attempt.id).toBe('id-4')
  })
})

describe('a draft of an older version', () => {
  it('has no content warning', () => {
    const device = store({
      'emote-draft:mina': '{"content":"Pagod na ako.","mood":"Sadness","template":null}',
    })
    expect(readDraft('mina', device)).toEqual({
      ...words,
      content: 'Pagod na ako.',
      template: null,
      warning: null,
    })
  })
})

describe('switching mood', () => {
  it('keeps the template of any of the five moods', () => {
    expect(templateAfterSwitch('/templates/galit-1.svg')).toBe('/templates/galit-1.svg')
    expect(templateAfterSwitch(null)).toBeNull()
  })

  it.each([
    '/templates/pagod-1.svg',
    '/templates/galit-6.svg',
    '/uploads/galit-1.svg',
    'https://x.test/templates/galit-1.svg',
  ])('clears %s', (template) => expect(templateAfterSwitch(template)).toBeNull())
})
