import { refusal } from './errors.ts'

export type Preferences = {
  return: 'minimal' | 'headers-only' | 'representation'
  count: boolean
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null'
  maxAffected: number | undefined
  applied: string[]
}

const tokens: Record<string, ReadonlySet<string>> = {
  return: new Set(['minimal', 'headers-only', 'representation']),
  count: new Set(['exact']),
  resolution: new Set(['merge-duplicates', 'ignore-duplicates']),
  missing: new Set(['default', 'null']),
  handling: new Set(['strict', 'lenient']),
}
// Refused even without handling=strict: to ignore one would silently change what is written or counted. tx=rollback promises that nothing
// is stored.
const neverIgnored = new Set(['tx', 'timezone', 'count', 'resolution', 'missing', 'return'])

const none: Preferences = {
  return: 'minimal',
  count: false,
  resolution: undefined,
  missing: 'null',
  maxAffected: undefined,
  applied: [],
}

/** The preferences that each method honours. Others are ignored, as in the reference. */
const meant: Record<string, string[]> = {
  POST: ['return', 'count', 'resolution', 'missing', 'handling'],
  PATCH: ['return', 'count', 'handling', 'max-affected'],
  DELETE: ['return', 'count', 'handling', 'max-affected'],
}
const meantByReads = ['count', 'handling']

/** Reads `Prefer`: the first token of a kind wins. Unknown kinds are ignored unless `handling=strict`. */
export function parsePreferences(header: string | null, method: string): Preferences {
  if (header === null || header === '') return none
  const found = new Map<string, string>()
  const unknown: string[] = []
  const refused: string[] = []
  for (const part of header.split(',')) {
    const token = part.trim()
    const [kind = '', value = ''] = token.split('=', 2)
    if (kind === '' || found.has(kind)) continue
    if (Object.hasOwn(tokens, kind) ? tokens[kind]?.has(value) : isMaxAffected(kind, value))
      found.set(kind, value)
    else if (neverIgnored.has(kind)) refused.push(token)
    else unknown.push(token)
  }
  const strict = found.get('handling') === 'strict'
  if (refused.length > 0 || (strict && unknown.length > 0)) {
    const named = (strict ? [...refused, ...unknown] : refused).join(', ').slice(0, 200)
    const message = strict ? 'Invalid preferences given with handling=strict' : 'Invalid preferences'
    throw refusal(400, 'PGRST122', message, `Invalid preferences: ${named}`)
  }
  return collect(found, strict, meant[method] ?? meantByReads)
}

function collect(found: Map<string, string>, strict: boolean, kinds: string[]): Preferences {
  if (!strict) found.delete('max-affected')
  for (const kind of found.keys()) if (!kinds.includes(kind)) found.delete(kind)
  const limit = found.get('max-affected')
  return {
    return: oneOf(found.get('return'), 'headers-only', 'representation') ?? 'minimal',
    count: found.has('count'),
    resolution: oneOf(found.get('resolution'), 'merge-duplicates', 'ignore-duplicates'),
    missing: oneOf(found.get('missing'), 'default') ?? 'null',
    maxAffected: limit === undefined ? undefined : Number(limit),
    applied: [...found].map(([kind, value]) => `${kind}=${value}`),
  }
}

function isMaxAffected(kind: string, value: string): boolean {
  return kind === 'max-affected' && /^\d{1,9}$/.test(value)
}

function oneOf<Word extends string>(value: string | undefined, ...words: Word[]): Word | undefined {
  return words.find((word) => word === value)
}

/** One object or an array, by `Accept`. Any other media type is a 406. */
export function parseAccept(header: string | null): 'object' | 'array' {
  if (header === null || header === 'application/json' || header === '*/*') return 'array'
  if (header === 'application/vnd.pgrst.object+json') return 'object'
  const ranges = header.split(',').map((range) => range.trim().toLowerCase())
  for (const range of ranges.toSorted((a, b) => quality(b) - quality(a))) {
    const type = range.replace(/;\s*(?:q|charset)=[^;]*/g, '').trim()
    if (['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'].includes(type)) {
      return 'array'
    }
    if (type === 'application/vnd.pgrst.object+json') return 'object'
  }
  throw refusal(
    406,
    'PGRST107',
    `None of these media types are available: ${ranges.join(', ').slice(0, 200)}`,
  )
}

function quality(range: string): number {
  return Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)
}
