import { expect, it } from 'vitest'
import { routeOf } from './routes.ts'

it.each([
  ['/', '/'],
  ['/wall/kalma', '/wall/:mood'],
  ['/wall/anything', '/wall/:mood'],
  ['/billing/success', '/billing/success'],
  ['/write/', '/write'],
])('%s is %s', (pathname, path) => expect(routeOf(pathname)?.path).toBe(path))

it.each(['/wall', '/wall/', '/wall/a/b', '/nowhere', '/writes', '/app.html'])(
  '%s is no route',
  (pathname) => {
    expect(routeOf(pathname)).toBeUndefined()
  },
)
