import * as v from 'valibot'
import { countLetters, limits } from '../../../../shared/limits.ts'
import { moods } from '../../../../shared/moods.ts'
import { isUuid } from '../../../../shared/uuid.ts'
import { findTemplate } from '../../../../shared/templates.ts'
import type { Entry } from '../../../domain/diary/opened.ts'

/** The exported columns of an entry. */
export type Kept = Pick<Entry, 'id' | 'created_at' | 'mood' | 'content' | 'template_url'>

/** Why a file is refused, in words for the person. */
export class FileFault extends Error {}

const format = 'emote-diary'
const version = 1
/** Room for three thousand of the longest entries. */
export const largestFile = 64 * 1_048_576
const mostEntries = 100_000

/** Version 1: `entries` oldest first, each `{id, created_at, mood, content, template_url}`. Unknown names are ignored. */
export function writeFile(entries: readonly Kept[], now: Date): string {
  const kept = oldestFirst(entries).map(({ id, created_at, mood, content, template_url }) => ({
    id,
    created_at,
    mood,
    content,
    template_url,
  }))
  return JSON.stringify({ format, version, exported_at: now.toISOString(), entries: kept }, null, 1)
}

/** Oldest first, unlike the diary. */
export const oldestFirst = <One extends Pick<Kept, 'created_at'>>(entries: readonly One[]): One[] =>
  entries.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))

const head = v.object({
  format: v.literal(format),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  entries: v.array(v.unknown()),
})

const moodValues = moods.map(({ value }) => value)
const day = 86_400_000
const moment = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/

/** The database's limits. A slow clock must not refuse today's entries. */
const entrySchema = (now: Date) =>
  v.object(
    {
      id: v.pipe(v.string('mali ang id'), v.check(isUuid, 'mali ang id'), v.toLowerCase()),
      created_at: v.pipe(
        v.string('walang petsa'),
        v.check(isMoment, 'hindi mabasa ang petsa'),
        v.check((text) => Date.parse(text) >= Date.UTC(2000, 0), 'mas luma sa taong 2000 ang petsa'),
        v.check((text) => Date.parse(text) <= now.getTime() + day, 'nasa hinaharap pa ang petsa'),
      ),
      mood: v.picklist(moodValues, 'hindi kilala ang mood'),
      content: v.pipe(
        v.string('walang laman'),
        v.check((text) => /\S/.test(text), 'walang laman'),
        v.check(
          (text) => text.length <= 2 * limits.diary && countLetters(text) <= limits.diary,
          `mas mahaba sa ${limits.diary.toLocaleString('en')} titik`,
        ),
        v.check((text) => text.isWellFormed() && !text.includes('\0'), 'may titik na sira'),
      ),
      template_url: v.optional(
        v.pipe(
          v.unknown(),
          v.transform((url) => (typeof url === 'string' && findTemplate(url)?.address) || null),
        ),
        null,
      ),
    },
    'hindi ito entry',
  )

/** `Date` would turn an impossible day into another one. */
function isMoment(text: string): boolean {
  const [, date] = moment.exec(text) ?? []
  if (date === undefined || Number.isNaN(Date.parse(text))) return false
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}

export type FileRead = {
  entries: Kept[]
  /** Refused entries with their reasons. */
  problems: string[]
}

/** Reads an untrusted file. Throws FileFault. */
export function readFile(text: string, now: Date): FileRead {
  const { entries } = readHead(text)
  const schema = entrySchema(now)
  const places = new Map<string, number>()
  const read: FileRead = { entries: [], problems: [] }
  for (const [index, raw] of entries.entries()) {
    const result = v.safeParse(schema, raw, { abortEarly: true })
    if (!result.success) {
      read.problems.push(`Entry ${index + 1}: ${wordsOf(result.issues)}.`)
      continue
    }
    const twin = places.get(result.output.id)
    if (twin === undefined) {
      places.set(result.output.id, index)
      read.entries.push(result.output)
    } else read.problems.push(`Entry ${index + 1}: kapareho ng id ng entry ${twin + 1}.`)
  }
  return read
}

function readHead(text: string): v.InferOutput<typeof head> {
  const result = v.safeParse(head, parse(text))
  if (!result.success) throw notOurs()
  const { output } = result
  if (output.version > version)
    throw new FileFault(
      'Mas bago ang file na ito kaysa sa Emote dito. I-refresh ang page, tapos subukan ulit.',
    )
  if (output.entries.length === 0) throw new FileFault('Walang entry sa file na ito.')
  if (output.entries.length > mostEntries)
    throw new FileFault(`Masyadong maraming entry: hanggang ${mostEntries.toLocaleString('en')} lang.`)
  return output
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notOurs()
  }
}

const notOurs = () =>
  new FileFault('Hindi ito kopya ng Emote diary. Hanapin ang .json na na-download mo rito.')

function wordsOf([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  if (issue.type !== 'object') return issue.message
  const missing: Readonly<Record<string, string>> = {
    id: 'walang id',
    created_at: 'walang petsa',
    mood: 'walang mood',
    content: 'walang laman',
  }
  return missing[String(issue.path?.[0]?.key)] ?? 'hindi ito entry'
}
