import { emi } from '../../../shared/emi.ts'
import { readMarker } from '../../../shared/read-marker.ts'
import { splitMentions } from '../../../shared/talks.ts'
import type { EmiTalk, Line } from '../../emi/talk.ts'

/** The result of app.emi_context. */
export type Context = {
  /** Ids of the messages to answer. */
  turns: string[]
  lines: { id: string; sender: string; text: string; at: string }[]
  /** Her last answers, newest first. */
  said: string[]
  answers: number
  /** In the order in which they wait. `answered_lately`: in the last minute. */
  askers: { id: string; care: boolean; answered_lately: boolean }[]
  names: { id: string; codename: string }[]
}

/** Most letters of a room, and most lines of a conversation, that a responder gets: a language model may be outside. */
const [mostOfRoom, linesOfDm] = [2_000, 5]

type ReadableTalk = {
  talk: EmiTalk
  /** The talk with all lines, however long. The care code searches it for words of crisis. */
  whole: EmiTalk
  /** Neutral names of the askers, when several ask. */
  askers: ReadonlyMap<string, string>
}

/** The talk as a responder sees it: without ids, codenames and addresses. Only `askers` count as askers. */
export function readableTalk(
  topic: string,
  context: Context,
  askers: readonly string[],
  now: number,
): ReadableTalk {
  const where = topic.startsWith('dm-') ? 'dm' : 'room'
  const turns = new Set(context.turns)
  // The turns come last: Emi's last answer may be newer than a message that it did not answer.
  const ordered = [
    ...context.lines.filter(({ id }) => !turns.has(id)),
    ...context.lines.filter(({ id }) => turns.has(id)),
  ]
  const names = nameAll([...askers, ...ordered.map(({ sender }) => sender)], askers)
  const hide = anonymizerOf(names, context.names)
  const lines = ordered.map(({ sender, text, at }): Line => ({
    by: sender === emi.id ? 'emi' : askers.includes(sender) ? 'asker' : 'other',
    name: names.get(sender) ?? stranger,
    text: hide(text),
    minutesAgo: Math.max(0, Math.floor((now - Date.parse(at)) / 60_000)),
  }))
  const whole: EmiTalk = {
    where,
    lines,
    said: context.said.map(hide).toReversed(),
    answers: context.answers,
    hour: new Date(now + 8 * 3_600_000).getUTCHours(),
    seed: ordered.at(-1)?.id ?? topic,
  }
  return {
    whole,
    talk: { ...whole, lines: where === 'room' ? newestOf(lines, mostOfRoom) : lines.slice(-linesOfDm) },
    askers: askers.length > 1 ? new Map(askers.map((id) => [names.get(id) ?? '', id])) : new Map(),
  }
}

const stranger = 'Kaibigan'

/** One asker is Ikaw. All others are Kaibigan 1, 2 …, in the order of their lines. */
function nameAll(people: readonly string[], askers: readonly string[]): Map<string, string> {
  const names = new Map<string, string>([[emi.id, emi.codename]])
  const only = askers.length === 1 ? askers[0] : undefined
  if (only) names.set(only, 'Ikaw')
  const fixed = names.size
  for (const id of people) if (!names.has(id)) names.set(id, `${stranger} ${names.size - fixed + 1}`)
  return names
}

const escaped = (words: string) => words.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const address = /(?:https?:\/\/|www\.)[^\s<>"']+/giu
// Bounded before the @: without it, a long word costs its length squared.
const mailbox = /[^\s@]{1,64}@[^\s@]+\.[\p{L}\p{N}]+/gu
const picture = /\/stickers\/|\.(?:gif|webp|png|jpe?g|svg|avif)(?:[?#]|$)/i

/** Replaces names, ids and addresses, and files that a responder cannot open. */
function anonymizerOf(names: ReadonlyMap<string, string>, codenames: Context['names']) {
  const known = codenames
    .filter(({ id, codename }) => id !== emi.id && codename !== 'Anonymous')
    .toSorted((a, b) => b.codename.length - a.codename.length)
    .map(({ id, codename }) => ({
      pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(codename)}(?![\\p{L}\\p{N}_])`, 'giu'),
      name: names.get(id) ?? stranger,
    }))
  const hideWords = (words: string) => {
    let text = words
      .replace(address, (link) => (picture.test(link) ? '[larawan]' : '[link]'))
      .replace(mailbox, '[link]')
      .replace(uuid, '[link]')
    for (const { pattern, name } of known) text = text.replace(pattern, name)
    return text
  }
  return (text: string): string => {
    const file = readMarker(text)
    const words = splitMentions(file?.caption ?? text)
      .map((part) => ('text' in part ? hideWords(part.text) : `@${names.get(part.mention) ?? stranger}`))
      .join('')
    return file ? `${words}\n[${file.type === 'image' ? 'larawan' : 'file'}]`.trim() : words
  }
}

/** The newest lines, with at most `most` letters together. The oldest of them is cut at its beginning. */
function newestOf(lines: readonly Line[], most: number): Line[] {
  const kept: Line[] = []
  let left = most
  for (const line of lines.toReversed()) {
    if (left <= 0) break
    const letters = Array.from(line.text)
    kept.unshift(letters.length <= left ? line : { ...line, text: `…${letters.slice(1 - left).join('')}` })
    left -= letters.length
  }
  return kept
}

/** Her words with a mention in place of each asker's neutral name. */
export function withMentions(words: string, askers: ReadonlyMap<string, string>): string {
  if (askers.size === 0) return words
  const named = new RegExp(`@?(${[...askers.keys()].map((name) => escaped(name)).join('|')})(?!\\d)`, 'g')
  return words.replace(named, (_, name: string) => `@{${askers.get(name) ?? ''}}`)
}
