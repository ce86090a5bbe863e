import { isStorable } from '../http/body.ts'
import type { Operation, Route } from './deps.ts'
import { invalid, refusal } from './errors.ts'
import { routes } from './routes.ts'

const base = '/auth/v1'
const open = Object.entries(routes)
  .filter(([path]) => path.includes('*'))
  .map(([path, route]) => ({ parts: path.split('/'), route }))

/** The operation for a method and an address, and the segments of the path that its `*` stand for. */
export function findOperation(method: string, url: URL): { operation: Operation; params: readonly string[] } {
  const path = url.pathname.slice(base.length)
  const { route, params } = Object.hasOwn(routes, path)
    ? { route: routes[path], params: [] }
    : findOpen(path.split('/'))
  if (!route) throw refusal(404, 'not_found', 'There is no such endpoint')
  const wanted = method === 'HEAD' ? 'GET' : method
  const operation = Object.hasOwn(route.methods, wanted) ? route.methods[wanted] : undefined
  if (!operation) {
    const allow = Object.keys(route.methods).join(', ')
    throw refusal(405, 'method_not_allowed', `${method} is not allowed here`, { allow })
  }
  checkQuery(url.searchParams, route.query)
  return { operation, params }
}

function findOpen(given: readonly string[]): { route: Route | undefined; params: readonly string[] } {
  const found = open.find(
    ({ parts }) =>
      parts.length === given.length &&
      parts.every((part, at) => (part === '*' ? given[at] !== '' : part === given[at])),
  )
  return { route: found?.route, params: given.filter((_, at) => found?.parts[at] === '*') }
}

function checkQuery(query: URLSearchParams, known: readonly string[] | undefined): void {
  const seen = new Set<string>()
  for (const [name, value] of query) {
    if (!isStorable(name) || !isStorable(value)) throw invalid('The query holds a text that is not valid')
    if (known && name !== 'apikey' && !known.includes(name)) {
      throw invalid(`Unknown parameter "${name.slice(0, 40)}"`)
    }
    if (seen.has(name) && known) throw invalid(`The parameter "${name.slice(0, 40)}" is given twice`)
    seen.add(name)
  }
}
