import {
  rateLimits,
  requestLimits,
  settingOf,
  socketLimits,
  turnLimits,
  writeLimits,
  type Bounds,
  type RateLimit,
  type SocketLimits,
  type TurnLimit,
  type WriteLimit,
} from '../../src/server/http/limits.ts'
import { sizeWords } from '../../src/shared/file-size.ts'
import { limits as lengths } from '../../src/shared/limits.ts'
import { freeLimits, plans, premiumLimits, warnsFrom, pesos } from '../../src/shared/plans.ts'

const ofSockets: Record<keyof SocketLimits, string> = {
  sockets: 'sockets of one node',
  socketsPerNetwork: 'sockets of one network on one node',
  socketsPerAccount: 'sockets of one account on one node',
  socketsPerAddress: 'sockets of one address (of IPv6, its /64) on one node',
  opensPerSecond: 'handshakes of one network, a second',
  channelsPerSocket: 'channels of one socket',
  joinsPerSecond: 'joins of one socket, a second',
  eventsPerSecond: 'messages of one socket, a second',
  bytesPerSecond: 'bytes of one socket, a second',
  tracksPerSecond: '`track` messages of one channel, a second',
  accountJoinsPerSecond: 'joins of one account, a second',
  accountEventsPerSecond: 'messages of one account, a second',
  accountBytesPerSecond: 'bytes of one account, a second',
  accountRostersPerSecond: 'joins of one account that are answered with a presence state, a second',
  frameBytes: "bytes of a client's message",
  unreadBytes: 'unsent bytes that close a slow socket',
  farewellMs: 'ms until a closing socket is cut',
  silenceMs: 'ms of silence that close a socket',
}

const ofRequests: Record<keyof typeof requestLimits, string> = {
  rows: 'rows that a read returns, and that the service may insert',
  changedRows: "posts, comments or reactions that a person's update or delete touches",
  offset: 'largest `offset`',
  queryBytes: 'bytes of a query',
  columns: 'names in a list',
  conditions: 'conditions of a query',
  conditionDepth: 'depth of `and` and `or`',
  listValues: 'values of an `in`',
  bodyBytes: 'bytes of a JSON body',
  bodyDepth: 'depth of a JSON body',
}

const ofTexts: Record<keyof typeof lengths, string> = {
  codename: 'letters of a codename',
  post: 'letters of a post',
  diary: 'letters of a diary entry',
  comment: 'letters of a comment',
  message: 'letters of a message',
  mentions: 'people that a message mentions',
  quote: 'letters of a quoted message',
  reportDetails: 'letters of the details of a report',
  passwordMin: 'least letters of a password',
  passwordMaxBytes: 'bytes of a password',
  wallPage: 'posts of a page of a wall',
}

/** docs/limits.md. */
export function printLimits(): string {
  return `${[
    '# Limits',
    'Made by `npm run limits` from [limits.ts](../src/server/http/limits.ts), [the lengths of texts](../src/shared/limits.ts) and [the plans](../src/shared/plans.ts). A test keeps it fresh.',
    'A network is an IPv4 /24 or an IPv6 /48: mobile carriers put thousands of people behind one address, so limits of a network are wide.',
    '## Plans',
    `The database counts uses. \`FREE_QUOTA_DAYS\` sets the window of refinements and of Emi's answers. The screens warn from ${warnsFrom * 100} % on.`,
    table(['what', 'free', 'Premium'], planRows()),
    '## Rates',
    'Counted in the database, for all nodes together, under keyed hashes. "60 in 5 min" means a bucket of 60 points that refills in 5 minutes. An empty bucket is a 429 with `Retry-After`, in the dialect of its gateway. `AUTH_LIMITS=relaxed` (tests and load generators) counts only rows marked "always". The operator may set the points of a row that has a setting.',
    table(
      ['name', 'what', 'points', 'in the first 24 hours', 'setting'],
      Object.entries(rateLimits).map(rateRow),
    ),
    '## Writes',
    'A write of the data API takes a point of its account and one of its network. Functions name their buckets in their files. An insert holds one row unless a number is given. A write that sets a column with a bucket of its own takes a point there too.',
    table(
      ['relation', 'insert', 'update', 'delete', 'rows of an insert', 'columns'],
      Object.entries(writeLimits).map(writeRow),
    ),
    '## Turns',
    'Work of one node at a time, in the fair queue ([turns.ts](../src/server/http/turns.ts)): "3 + 64" means that 3 run and 64 wait. Further work is refused with 503 (uploads: 429) and `Retry-After`. The row `database` is for a pool of 16; its numbers of running work, an account\'s excepted, grow with `DATABASE_POOL`.',
    table(
      ['name', 'what', 'all', 'a network', 'an account', 'groups'],
      Object.entries(turnLimits).map(turnRow),
    ),
    '## Sockets',
    'Counted in the memory of one node. A limit "a second" allows five seconds\' worth at once.',
    valueTable(socketLimits, ofSockets),
    '## Requests',
    valueTable(requestLimits, ofRequests),
    '## Texts',
    'Letters are Unicode code points. The database enforces the lengths.',
    valueTable(lengths, ofTexts),
  ].join('\n\n')}\n`
}

function planRows(): string[][] {
  const { refinements, emi, uploadsADay, uploadBytes } = freeLimits
  const { premium_monthly: monthly, premium_yearly: yearly } = plans
  return [
    ['price', '₱0', `${pesos(monthly.amount)} a month, ${pesos(yearly.amount)} a year`],
    ['changed texts of AI Refine, in the window', String(refinements), 'no cap'],
    ['answers of Emi, in the window', String(emi), 'no cap'],
    ['files of messages, in 24 hours', String(uploadsADay), 'no cap'],
    ['size of a file', sizeWords(uploadBytes), sizeWords(premiumLimits.uploadBytes)],
    ['new polls', 'none', 'yes'],
  ]
}

function rateRow([name, limit]: [string, RateLimit]): string[] {
  const { what, points, seconds, young, always, settable } = limit
  const rate = `${points.toLocaleString('en')} in ${spanOf(seconds)}`
  return [
    `\`${name}\``,
    what,
    always ? `${rate}, always` : rate,
    young ? String(young) : '',
    settable ? `\`${settingOf(name)}\` up to ${settable.toLocaleString('en')}` : '',
  ]
}

function writeRow([name, { paces, rows = 1, columns = {} }]: [string, WriteLimit]): string[] {
  const named = [paces.POST, paces.PATCH, paces.DELETE].map(
    (pace) => pace?.map((bucket) => `\`${bucket}\``).join(', ') ?? '',
  )
  const own = Object.entries(columns).map(([column, bucket]) => `\`${column}\`: \`${bucket}\``)
  return [`\`${name}\``, ...named, rows.toLocaleString('en'), own.join(', ')]
}

function turnRow([name, { what, patienceMs, all, network, account, groups = {} }]: [
  string,
  TurnLimit,
]): string[] {
  const named = Object.entries(groups).map(([group, bounds]) => `${group} ${boundsOf(bounds)}`)
  const wait = patienceMs ? ` (refused after ${patienceMs / 1_000} s of waiting)` : ''
  return [`\`${name}\``, what + wait, boundsOf(all), boundsOf(network), boundsOf(account), named.join(', ')]
}

function boundsOf(bounds: Bounds | undefined): string {
  if (!bounds) return ''
  const { running = '∞', waiting = '∞' } = bounds
  return `${running} + ${waiting}`
}

function spanOf(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function valueTable<Name extends string>(
  values: Record<Name, number>,
  words: Record<NoInfer<Name>, string>,
): string {
  const rows = Object.entries<number>(values).map(([name, value]) => [
    `\`${name}\``,
    words[name as Name],
    value.toLocaleString('en'),
  ])
  return table(['name', 'what', 'most'], rows)
}

const lineOf = (cells: string[]) => `| ${cells.join(' | ')} |`

function table(head: string[], rows: string[][]): string {
  return [lineOf(head), lineOf(head.map(() => '---')), ...rows.map(lineOf)].join('\n')
}
