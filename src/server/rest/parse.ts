import { parseFilter, parseTree, refuseColumn, type Budget, type Condition } from './conditions.ts'
import { requestLimits } from '../http/limits.ts'
import { decode, splitList, unquote } from './decode.ts'
import { badQuery, notBuilt, quote, refusal } from './errors.ts'
import { parseAccept, parsePreferences, type Preferences } from './preferences.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
/** `name` is `*` for every column that the role may read. */
type Chosen = { name: string; alias: string }
export type Term = { column: string; descending: boolean; nulls: 'first' | 'last' | undefined }

/** A parsed request. Its names are not yet checked against the catalogue. */
export type Query = {
  method: Method
  select: Chosen[] | undefined
  where: Condition[]
  order: Term[]
  limit: number
  offset: number
  columns: string[] | undefined
  onConflict: string[] | undefined
  prefer: Preferences
  single: boolean
  profiled: boolean
}

const { rows: mostRows, offset: farthestOffset, queryBytes: longestQuery } = requestLimits

export function parseRequest(request: Request): Query {
  const { url } = request
  const mark = url.indexOf('?')
  const method = parseMethod(request.method)
  const { headers } = request
  const range = headers.get('range')
  if (range && !range.startsWith('bytes')) throw notBuilt('The header "Range" (use limit and offset)')
  const query: Query = {
    method,
    select: undefined,
    where: [],
    order: [],
    limit: mostRows,
    offset: 0,
    columns: undefined,
    onConflict: undefined,
    prefer: parsePreferences(headers.get('prefer'), method),
    single: parseAccept(headers.get('accept')) === 'object',
    profiled: parseProfile(headers, method),
  }
  if (mark !== -1) readParameters(query, url.slice(mark + 1))
  return query
}

/** Checked before the rest of a request: another schema has other relations, and a relation knows its methods. */
export function parseRelation({ url, method, headers }: Request): string {
  parseProfile(headers, method)
  const [path = ''] = url.split('?')
  const rest = path.slice(path.indexOf('/rest/v1') + '/rest/v1'.length)
  const [relation = '', ...deeper] = rest.split('/').slice(1).map(decode)
  if (relation === '' && deeper.length === 0) {
    throw refusal(404, 'PGRST126', 'Root endpoint metadata is disabled')
  }
  if (relation === 'rpc' && deeper.length === 1) {
    const name = quote(deeper[0] ?? '')
    const message = `Could not find the function public.${name} in the schema cache`
    throw refusal(404, 'PGRST202', message, 'This API offers no functions')
  }
  if (relation === '' || deeper.length > 0) {
    throw refusal(404, 'PGRST125', 'Invalid path specified in request URL')
  }
  return relation
}

function parseMethod(method: string): Method {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'POST':
    case 'PATCH':
    case 'DELETE':
      return method
    default:
      throw refusal(405, 'PGRST117', `Unsupported HTTP method: ${quote(method)}`)
  }
}

function parseProfile(headers: Headers, method: string): boolean {
  const read = method === 'GET' || method === 'HEAD'
  const schema = headers.get(read ? 'accept-profile' : 'content-profile')
  if (schema === null || schema === 'public') return schema !== null
  const hint = 'Only the following schemas are exposed: public'
  throw refusal(406, 'PGRST106', `Invalid schema: ${quote(schema)}`, null, hint)
}

function readParameters(query: Query, text: string): void {
  if (text.length > longestQuery) throw badQuery('the query is too long', `more than ${longestQuery} bytes`)
  const budget: Budget = { conditions: requestLimits.conditions }
  const seen = new Set<string>()
  for (const part of text.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const key = decode(at === -1 ? part : part.slice(0, at))
    const value = at === -1 ? '' : decode(part.slice(at + 1))
    if (single.has(key)) {
      if (seen.has(key)) throw badQuery(`"${key}" is given twice`, 'one value is expected')
      seen.add(key)
    }
    readParameter(query, key, value, budget)
  }
}

const single = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])

function readParameter(query: Query, key: string, value: string, budget: Budget): void {
  const { method } = query
  const read = method === 'GET' || method === 'HEAD'
  switch (key) {
    case 'select':
      query.select = value === '*' ? undefined : parseSelect(value)
      return
    case 'order':
      if (!read) throw notBuilt(`"order" with ${method}`)
      query.order = splitList(value).map(parseTerm)
      return
    case 'limit':
      if (!read) throw notBuilt(`"limit" with ${method}`)
      query.limit = Math.min(mostRows, parseCount(key, value))
      return
    case 'offset':
      if (!read) throw notBuilt(`"offset" with ${method}`)
      query.offset = parseOffset(value)
      return
    case 'columns':
      if (method !== 'POST') throw notBuilt(`"columns" with ${method}`)
      query.columns = splitList(value).map(unquote)
      return
    case 'on_conflict':
      if (method !== 'POST') throw notBuilt(`"on_conflict" with ${method}`)
      query.onConflict = splitList(value).map(unquote)
      return
    case 'and':
    case 'or':
    case 'not.and':
    case 'not.or':
      refuseFilterOn(method, key)
      query.where.push(parseTree(key.endsWith('or') ? 'or' : 'and', key.startsWith('not.'), value, budget))
      return
    default:
      refuseFilterOn(method, key)
      refuseEmbedded(key)
      query.where.push(parseFilter(key, value, budget))
  }
}

function refuseFilterOn(method: Method, key: string): void {
  if (method === 'POST')
    throw badQuery(`"${quote(key)}" is not a parameter of POST`, 'filters choose rows to read or change')
}

function refuseEmbedded(key: string): void {
  const dot = key.indexOf('.')
  if (dot === -1) return
  const name = quote(key.slice(0, dot))
  const hint = 'This API does not embed related rows'
  throw refusal(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, null, hint)
}

function parseSelect(text: string): Chosen[] {
  return splitList(text).map((item) => {
    refuseColumn(item)
    if (/\.\w+\(\)/.test(item) || item === 'count()') {
      throw refusal(400, 'PGRST123', 'Use of aggregate functions is not allowed', quote(item))
    }
    if (item.startsWith('...') || item.includes('(')) throw notBuilt(`Embedding "${quote(item)}"`)
    const colon = item.indexOf(':')
    const name = unquote(item.slice(colon + 1))
    const alias = colon === -1 ? name : unquote(item.slice(0, colon))
    if (name === '' || alias === '' || (name === '*' && item !== '*'))
      throw badQuery(`failed to parse select parameter (${quote(text)})`, 'a name is empty or a star')
    return { name, alias }
  })
}

function parseTerm(text: string): Term {
  const [column = '', ...words] = text.split('.')
  refuseColumn(column)
  if (column.includes('(')) throw notBuilt(`Ordering by the related "${quote(column)}"`)
  const direction = words[0] === 'asc' || words[0] === 'desc' ? words.shift() : undefined
  const nulls = words[0] === 'nullsfirst' || words[0] === 'nullslast' ? words.shift() : undefined
  if (column === '' || words.length > 0) {
    throw badQuery(
      `failed to parse order (${quote(text)})`,
      'expecting column, then asc or desc, then nullsfirst or nullslast',
    )
  }
  const placed = nulls === undefined ? undefined : nulls === 'nullsfirst' ? 'first' : 'last'
  return { column: unquote(column), descending: direction === 'desc', nulls: placed }
}

function parseCount(key: string, value: string): number {
  if (/^-\d+$/.test(value)) {
    const details = `${key === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`
    throw refusal(416, 'PGRST103', 'Requested range not satisfiable', details)
  }
  if (!/^\d{1,15}$/.test(value))
    throw badQuery(`failed to parse ${key} (${quote(value)})`, 'a whole number is expected')
  return Number(value)
}

function parseOffset(value: string): number {
  const offset = parseCount('offset', value)
  if (offset <= farthestOffset) return offset
  throw badQuery(`offset is over ${farthestOffset}`, 'page with a filter on the ordered column instead')
}
