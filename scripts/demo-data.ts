/** Reads database/demo and adds ids, times and reactions. No other effect than reading the files. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ContentWarning } from '../src/shared/content-warnings.ts'
import { moods, type MoodSlug, type MoodValue } from '../src/shared/moods.ts'
import type { ReportReason } from '../src/shared/reports.ts'

export type Member = {
  name: string
  codename: string
  password: string
  about: string
  premium?: boolean
  diary?: boolean
}
/** A post as its file has it. `picture` is the number of a template of the wall's mood. */
type WrittenPost = {
  by: string
  ago: string
  text: string
  picture?: number
  nameless?: boolean
  warning?: ContentWarning
  reactions: Record<string, number>
  comments: [by: string, ago: string, text: string][]
}
export type Post = {
  id: string
  by: string
  wall: MoodSlug
  mood: MoodValue
  text: string
  template: string | null
  nameless: boolean
  warning: ContentWarning | null
  at: Date
}
export type Comment = { id: string; post: string; by: string; text: string; at: Date }
export type Reaction = { id: string; post: string; by: string; emoji: string }
export type Entry = { id: string; by: string; mood: MoodValue; text: string; at: Date }
/** A message of General or of a conversation. A text names a person of the cast as `@{mina}`. */
export type Message = { id: string; by: string; to?: string; text: string; at: Date; replyTo: string | null }
export type MessageReaction = { id: string; message: string; by: string; emoji: string }
export type DemoPoll = {
  id: string
  by: string
  question: string
  options: string[]
  at: Date
  ends: Date | null
  votes: { by: string; option: number }[]
}
export type Report = { by: string; post: string; reason: ReportReason; details: string }
export type Demo = {
  /** Changes when any file of the demo changes. */
  digest: string
  cast: Member[]
  /** Oldest first: a wall shows posts in the order in which they were stored. */
  posts: Post[]
  comments: Comment[]
  reactions: Reaction[]
  entries: Entry[]
  /** Oldest first, as they were sent. */
  messages: Message[]
  messageReactions: MessageReaction[]
  /** Oldest first. */
  polls: DemoPoll[]
  reports: Report[]
  blocks: [by: string, of: string][]
  mutes: [by: string, of: string][]
}

const minute = 60_000
const day = 1_440 * minute
const lengths: Record<string, number> = {
  m: minute,
  h: 60 * minute,
  d: day,
  w: 7 * day,
  mo: 30 * day,
}
/** The diary's days are Manila's, wherever the demo runs. */
const manilaOffset = 8 * 60 * minute

/** The demo as it looks at `now`, in milliseconds since 1970. */
export function readDemo(now: number): Demo {
  const hash = createHash('sha256')
  const read = (path: string): unknown => {
    const text = readFileSync(new URL(`../database/demo/${path}.json`, import.meta.url), 'utf8')
    hash.update(text)
    return JSON.parse(text)
  }
  const cast = read('cast') as Member[]
  const walls = moods.map((mood) => ({ ...mood, posts: read(`walls/${mood.slug}`) as WrittenPost[] }))
  const circle = read('circle') as Pick<Demo, 'blocks' | 'mutes'> & {
    reports: (Omit<Report, 'post'> & { wall: MoodSlug; post: string })[]
  }
  const diary = read('diary') as Season[]
  const talks = makeTalks(read('talks') as WrittenTalks, now)
  const polls = (read('polls') as WrittenPoll[]).map((poll) => makePoll(poll, now))
  const owner = cast.find((member) => member.diary)?.name ?? ''
  const written = walls.flatMap(({ slug, value, posts }) =>
    posts.map((post) => ({ post, ...makePost(post, slug, value, now) })),
  )
  const findPost = (wall: MoodSlug, begin: string) => {
    const found = written.find(({ made }) => made.wall === wall && made.text.startsWith(begin))
    if (!found) throw new Error(`No post of ${wall} begins with "${begin}"`)
    return found.made.id
  }
  return {
    digest: hash.digest('hex'),
    cast,
    posts: written.map(({ made }) => made).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    comments: written.flatMap(({ comments }) => comments),
    reactions: written.flatMap(({ post, made }) => makeReactions(post, made, cast, circle.blocks)),
    entries: diary.flatMap((season) => makeEntries(season, owner, now)),
    ...talks,
    polls: polls.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    reports: circle.reports.map(({ wall, post, ...report }) => ({ ...report, post: findPost(wall, post) })),
    blocks: circle.blocks,
    mutes: circle.mutes,
  }
}

/** The same words give the same id, so that a second run stores nothing twice. */
export function idOf(...words: string[]): string {
  const hex = createHash('sha256').update(words.join('\n')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Milliseconds of "5m", "3h", "2d", "1w", "2mo". */
export function ageOf(ago: string): number {
  const [, count, unit] = /^(\d+)(mo|m|h|d|w)$/.exec(ago) ?? []
  const length = lengths[unit ?? '']
  if (!count || length === undefined) throw new Error(`"${ago}" is no age`)
  return Number(count) * length
}

function makePost(post: WrittenPost, wall: MoodSlug, mood: MoodValue, now: number) {
  const id = idOf('post', wall, post.by, post.text)
  const made: Post = {
    id,
    by: post.by,
    wall,
    mood,
    text: post.text,
    template: post.picture ? `/storage/v1/object/public/card-templates/${wall}-${post.picture}.svg` : null,
    nameless: post.nameless ?? false,
    warning: post.warning ?? null,
    at: new Date(now - ageOf(post.ago)),
  }
  // A comment with its post's age comes minutes later. Comments of one age keep the order of the file.
  const comments = post.comments.map(([by, ago, text], index) => ({
    id: idOf('comment', id, by, text),
    post: id,
    by,
    text,
    at: new Date(now - ageOf(ago) + (ago === post.ago ? (index + 1) * minute : index)),
  }))
  return { made, comments }
}

/** People react in turn, starting at another person for each post. Blocked pairs do not react to each other. */
function makeReactions(
  { reactions }: WrittenPost,
  post: Post,
  cast: Member[],
  blocks: Demo['blocks'],
): Reaction[] {
  const near = cast.filter(
    ({ name }) => name !== post.by && !blocks.some((pair) => pair.includes(name) && pair.includes(post.by)),
  )
  const first = Number.parseInt(post.id.slice(0, 4), 16)
  const emojis = Object.entries(reactions).flatMap(([emoji, count]) => Array<string>(count).fill(emoji))
  if (emojis.length > near.length) throw new Error(`More reactions than people: "${post.text}"`)
  return emojis.flatMap((emoji, index) => {
    const by = near[(first + index) % near.length]?.name
    return by ? [{ id: idOf('reaction', post.id, by), post: post.id, by, emoji }] : []
  })
}

type WrittenTalks = {
  /** `replyTo` is the beginning of the message that it answers. */
  general: { by: string; ago: string; text: string; replyTo?: string; reactions?: Record<string, string[]> }[]
  conversations: { between: [string, string]; messages: [by: string, ago: string, text: string][] }[]
  requests: { from: string; to: string; ago: string; text: string }[]
}

const idOfRoom = ({ by, text }: { by: string; text: string }) => idOf('message', 'general', by, text)

/** Messages of one age keep the order of the file. */
function makeTalks({ general, conversations, requests }: WrittenTalks, now: number) {
  const at = (ago: string, index: number) => new Date(now - ageOf(ago) + index * 1_000)
  const answered = (begin: string) => {
    const found = general.find(({ text }) => text.startsWith(begin))
    if (!found) throw new Error(`No message of General begins with "${begin}"`)
    return idOfRoom(found)
  }
  const inRoom = general.map(({ by, ago, text, replyTo }, index): Message => {
    const reply = replyTo === undefined ? null : answered(replyTo)
    return { id: idOfRoom({ by, text }), by, text, at: at(ago, index), replyTo: reply }
  })
  const direct = (by: string, to: string, ago: string, text: string, index: number): Message => ({
    id: idOf('message', by, to, text),
    by,
    to,
    text,
    at: at(ago, index),
    replyTo: null,
  })
  const inPrivate = [
    ...conversations.flatMap(({ between: [one, other], messages }) =>
      messages.map(([by, ago, text], index) => direct(by, by === one ? other : one, ago, text, index)),
    ),
    ...requests.map(({ from, to, ago, text }) => direct(from, to, ago, text, 0)),
  ]
  return {
    messages: [...inRoom, ...inPrivate].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    messageReactions: general.flatMap((message) =>
      Object.entries(message.reactions ?? {}).flatMap(([emoji, people]) =>
        people.map((by) => {
          const id = idOfRoom(message)
          return { id: idOf('reaction', id, by), message: id, by, emoji }
        }),
      ),
    ),
  }
}

type WrittenPoll = {
  by: string
  ago: string
  /** When it ends, from now; or how long ago it ended. */
  until?: string
  ended?: string
  question: string
  options: string[]
  /** For each option the people who chose it. */
  votes: string[][]
}

function makePoll({ by, ago, until, ended, question, options, votes }: WrittenPoll, now: number): DemoPoll {
  const open = until === undefined ? null : new Date(now + ageOf(until))
  return {
    id: idOf('poll', by, question),
    by,
    question,
    options,
    at: new Date(now - ageOf(ago)),
    ends: ended === undefined ? open : new Date(now - ageOf(ended)),
    votes: votes.flatMap((people, option) => people.map((name) => ({ by: name, option }))),
  }
}

type Season = { from: number; to: number; entries: [MoodValue, string][] }

/** Spreads the entries over the season, from its first day to its last. Most are written in the evening. */
function makeEntries({ from, to, entries }: Season, by: string, now: number): Entry[] {
  const today = Math.floor((now + manilaOffset) / day)
  const last = entries.length - 1
  let before = 0
  return entries.map(([mood, text], index) => {
    const id = idOf('entry', by, text)
    // Some days have two entries and some weeks few, as in a real diary.
    const shift = index % last === 0 ? 0 : Number.parseInt(id.slice(6, 8), 16) / 256 - 0.5
    const date = today - from + Math.round(((index + shift) * (from - to)) / last)
    const early = Number.parseInt(id.slice(0, 2), 16) < 64
    const minutes = (early ? 6 * 60 : 20 * 60) + (Number.parseInt(id.slice(2, 6), 16) % 170)
    const at = Math.max(date * day + minutes * minute - manilaOffset, before + 40 * minute)
    before = at
    return { id, by, mood, text, at: new Date(Math.min(at, now - (entries.length - index) * 20 * minute)) }
  })
}

const nearHosts =
  /^(localhost|\[::1\]|(127|10)(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/

/** Whether an address is of this machine or of a private network. A name like 10.example.com is public. */
export function isNear(url: string): boolean {
  return URL.canParse(url) && nearHosts.test(new URL(url).hostname)
}
