import { expect, it } from 'vitest'
import { messageAddress, routeOf } from './routes.ts'

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

it.each([
  ['Tahimik & Malalim?', null, '/tambayan?dmUser=a1&dmCodename=Tahimik%20%26%20Malalim%3F'],
  ['Ana', '/avatars/ana 1.png', '/tambayan?dmUser=a1&dmCodename=Ana&dmAvatar=%2Favatars%2Fana%201.png'],
])('the conversation with %s (picture: %s) is at %s', (codename, avatar, address) => {
  expect(messageAddress('a1', codename, avatar)).toBe(address)
})
