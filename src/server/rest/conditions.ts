import { requestLimits } from '../http/limits.ts'
import type { Refusal } from '../http/refusal.ts'
import { badQuery, notBuilt, quote } from './errors.ts'

/** `"in"` holds a list, every other operator one text. */
export type Operator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'in' | 'is'
export type Test = { column: string; negated: boolean; operator: Operator; value: string | string[] }
export type Group = { join: 'and' | 'or'; negated: boolean; parts: Condition[] }
export type Condition = Test | Group

export type Budget = { conditions: number }

const { conditions: mostConditions, conditionDepth: deepestTree, listValues: longestList } = requestLimits

const operators = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is'])
const leftOut = new Set(`match imatch isdistinct cs cd sl sr nxl nxr adj ov fts plfts phfts wfts`.split(' '))

/** `?column=operator.value`: the rest after the operator is the literal value. */
export function parseFilter(column: string, text: string, budget: Budget): Test {
  const reader = { text, at: 0, message: `failed to parse filter (${quote(text)})` }
  const test = readTest(reader, column, budget, () => reader.text.slice(reader.at))
  if (test.operator === 'in' && reader.at < text.length) throw wrong(reader, 'the list to end here')
  return test
}

/** `?or=(a.eq.1,and(b.gt.2,c.not.is.null))`: an unquoted value ends at a comma or bracket. */
export function parseTree(join: 'and' | 'or', negated: boolean, text: string, budget: Budget): Group {
  const reader = { text, at: 0, message: `failed to parse logic tree (${quote(text)})` }
  const group = readGroup(reader, join, negated, budget, 1)
  if (reader.at < text.length) throw wrong(reader, 'the end')
  return group
}

type Scanner = { text: string; at: number; message: string }

function readGroup(
  reader: Scanner,
  join: 'and' | 'or',
  negated: boolean,
  budget: Budget,
  depth: number,
): Group {
  if (depth > deepestTree) throw badQuery(reader.message, `nested deeper than ${deepestTree}`)
  if (!take(reader, '(')) throw wrong(reader, '"("')
  const parts: Condition[] = []
  do parts.push(readCondition(reader, budget, depth))
  while (take(reader, ','))
  if (!take(reader, ')')) throw wrong(reader, '"," or ")"')
  return { join, negated, parts }
}

function readCondition(reader: Scanner, budget: Budget, depth: number): Condition {
  const { text, at } = reader
  const nested = /(not\.)?(and|or)(?=\()/y
  nested.lastIndex = at
  const found = nested.exec(text)
  if (found) {
    reader.at += found[0].length
    const join = found[2] === 'or' ? 'or' : 'and'
    return readGroup(reader, join, found[1] !== undefined, budget, depth + 1)
  }
  const column = readUntil(reader, '.,()')
  if (column === '' || !take(reader, '.')) throw wrong(reader, 'column.operator.value')
  return readTest(reader, column, budget, () => readItem(reader))
}

function readTest(reader: Scanner, column: string, budget: Budget, readValue: () => string): Test {
  refuseColumn(column)
  if (--budget.conditions < 0) throw badQuery('too many filters', `more than ${mostConditions} conditions`)
  const negated = take(reader, 'not.')
  const word = readUntil(reader, '.,')
  const operator = known(reader, word, column)
  if (!take(reader, '.')) throw wrong(reader, '"." and a value')
  if (operator === 'in') return { column, negated, operator, value: readList(reader) }
  const value = readValue()
  if (operator === 'is') return { column, negated, operator, value: readIs(reader, value) }
  // A star stands for %, so that patterns need no percent-encoding.
  const pattern = operator === 'like' || operator === 'ilike'
  return { column, negated, operator, value: pattern ? value.replaceAll('*', '%') : value }
}

function known(reader: Scanner, word: string, column: string): Operator {
  if (isOperator(word)) return word
  const [name = ''] = word.split('(')
  if (leftOut.has(name) || isOperator(name)) throw notBuilt(`The operator "${quote(word)}"`)
  throw badQuery(reader.message, `unknown operator "${quote(word)}" on "${quote(column)}"`)
}

function isOperator(word: string): word is Operator {
  return operators.has(word)
}

function readIs(reader: Scanner, value: string): string {
  const word = value.toLowerCase()
  if (word === 'null' || word === 'true' || word === 'false') return word
  if (word === 'unknown' || word === 'not_null') throw notBuilt(`"is.${word}"`)
  throw badQuery(reader.message, `"is" takes null, true or false, not "${quote(value)}"`)
}

function readList(reader: Scanner): string[] {
  if (!take(reader, '(')) throw wrong(reader, '"("')
  const values: string[] = []
  if (take(reader, ')')) return values
  do {
    if (values.length === longestList)
      throw badQuery(reader.message, `more than ${longestList} values in "in"`)
    values.push(readItem(reader))
  } while (take(reader, ','))
  if (!take(reader, ')')) throw wrong(reader, '"," or ")"')
  return values
}

/** The client quotes a value only when it holds a comma or a bracket. The quotes of `"a" b` therefore belong to the value. */
function readItem(reader: Scanner): string {
  const quoted = /"((?:[^"\\]|\\.)*)"(?=[,)]|$)/sy
  quoted.lastIndex = reader.at
  const found = quoted.exec(reader.text)
  if (!found) return readUntil(reader, ',)')
  reader.at = quoted.lastIndex
  return (found[1] ?? '').replaceAll(/\\(.)/gs, '$1')
}

function readUntil(reader: Scanner, ends: string): string {
  const start = reader.at
  while (reader.at < reader.text.length && !ends.includes(reader.text.charAt(reader.at))) reader.at++
  return reader.text.slice(start, reader.at)
}

function take(reader: Scanner, word: string): boolean {
  if (!reader.text.startsWith(word, reader.at)) return false
  reader.at += word.length
  return true
}

function wrong(reader: Scanner, expected: string): Refusal {
  const found = reader.at < reader.text.length ? `"${reader.text.charAt(reader.at)}"` : 'the end'
  return badQuery(reader.message, `unexpected ${found} at ${reader.at + 1}, expecting ${expected}`)
}

/** Refuses by name the reference's grammar that this API lacks. */
export function refuseColumn(name: string): void {
  if (name.includes('->')) throw notBuilt(`The JSON path "${quote(name)}"`)
  if (name.includes('::')) throw notBuilt(`The cast "${quote(name)}"`)
}
