import { describe, expect, it } from 'vitest'
import { FileFault, readFile, writeFile, type Kept } from './diary-file.ts'

const now = new Date('2026-11-21T12:00:00Z')
const id = '0190f3a2-0000-4000-8000-00000000000'
const kept = (last: number, more: Partial<Kept> = {}): Kept => ({
  id: `${id}${last}`,
  created_at: '2026-10-01T08:00:00.123456+00:00',
  mood: 'Sadness',
  content: 'Umulan.\n\n😢 "ok" \u2028 </script>',
  template_url: '/storage/v1/object/public/card-templates/malungkot-1.svg',
  ...more,
})
const fileOf = (...entries: unknown[]) => JSON.stringify({ format: 'emote-diary', version: 1, entries })
const problemsOf = (...entries: unknown[]) => readFile(fileOf(...entries), now).problems

describe('a diary in a file', () => {
  it('is read back unchanged, oldest first, with no other column', () => {
    const [newer, older] = [kept(1), kept(2, { created_at: '2025-01-01T00:00:00+00:00', template_url: null })]
    const text = writeFile([{ ...newer, rev: 7, isSealed: true } as Kept, older], now)
    expect(text).not.toContain('rev')
    expect(readFile(text, now)).toEqual({ entries: [older, newer], problems: [] })
  })

  it('keeps valid entries and lists invalid ones', () => {
    const { entries, problems } = readFile(
      fileOf(kept(1), kept(2, { mood: 'Lungkot' as never }), kept(1), null, kept(3)),
      now,
    )
    expect(entries.map((entry) => entry.id)).toEqual([`${id}1`, `${id}3`])
    expect(problems).toEqual([
      'Entry 2: hindi kilala ang mood.',
      'Entry 3: kapareho ng id ng entry 1.',
      'Entry 4: hindi ito entry.',
    ])
  })

  it.each([
    [{ id: 'x' }, 'mali ang id'],
    [{ id: 7 }, 'mali ang id'],
    [{ id: undefined }, 'walang id'],
    [{ created_at: undefined }, 'walang petsa'],
    [{ created_at: '2026-02-30T00:00:00Z' }, 'hindi mabasa ang petsa'],
    [{ created_at: 'kahapon' }, 'hindi mabasa ang petsa'],
    [{ created_at: '2026-01-01' }, 'hindi mabasa ang petsa'],
    [{ created_at: '2027-01-01T00:00:00Z' }, 'nasa hinaharap pa ang petsa'],
    [{ created_at: '1999-12-31T23:59:59Z' }, 'mas luma sa taong 2000 ang petsa'],
    [{ mood: undefined }, 'walang mood'],
    [{ content: ' \n ' }, 'walang laman'],
    [{ content: ['a'] }, 'walang laman'],
    [{ content: '😢'.repeat(20_001) }, 'mas mahaba sa 20,000 titik'],
    [{ content: 'a\0' }, 'may titik na sira'],
    [{ content: 'a\ud83d' }, 'may titik na sira'],
  ])('is refused when it is %j', (more, words) => {
    expect(problemsOf({ ...kept(1), ...more })).toEqual([`Entry 1: ${words}.`])
  })

  it('may hold 20,000 letters of any script, and ids in capitals', () => {
    expect(problemsOf(kept(1, { content: '😢'.repeat(20_000) }))).toEqual([])
    expect(problemsOf(kept(1), { ...kept(1), id: kept(1).id.toUpperCase() })).toHaveLength(1)
  })

  it('loses a picture address that is not ours', () => {
    const [entry] = readFile(fileOf(kept(1, { template_url: 'https://evil.test/x.gif' })), now).entries
    expect(entry?.template_url).toBeNull()
  })

  it.each([
    ['junk', 'x'.repeat(10_000_000)],
    ['binary', '\0\ufffd'.repeat(1000)],
    ['a depth without end', '['.repeat(5_000_000)],
    ['depth that ends', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['another format', '{"entries":[]}'],
    ['a list', '[]'],
    ['a version of words', JSON.stringify({ format: 'emote-diary', version: '1', entries: [] })],
    ['a newer version', JSON.stringify({ format: 'emote-diary', version: 2, entries: [{}] })],
    ['nothing in it', fileOf()],
    ['far too many', fileOf(...Array.from({ length: 100_001 }, () => 0))],
  ])('gives a clear error for a file with %s', (_, text) => {
    expect(() => readFile(text, now)).toThrow(FileFault)
  })

  it('never reads nested fields of an entry', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
    const text = fileOf(kept(1)).replace('"entries":[', `"entries":[${deep},`)
    expect(readFile(text, now)).toMatchObject({ entries: [kept(1)], problems: ['Entry 1: walang id.'] })
  })
})
