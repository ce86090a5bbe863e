import { expect, it } from 'vitest'
import { maySendFile } from './serve.ts'

it.each([
  ['POST', '/storage/v1/object/avatars/a/b.png'],
  ['PUT', '/storage/v1/object/avatars/a/b.png'],
  ['PUT', '/storage/v1/object/upload/sign/avatars/a/b.png?token=x'],
  ['POST', '/storage/v1/object/lists/a...b.png'],
  ['POST', '/functions/v1/upload-chat-file'],
])('an upload may take long: %s %s', (method, url) => {
  expect(maySendFile(method, url)).toBe(true)
})

it.each([
  ['POST', '/auth/v1/token?grant_type=password'],
  ['POST', '/rest/v1/public_posts'],
  ['GET', '/storage/v1/object/avatars/a/b.png'],
  ['POST', '/storage/v1/object/list/avatars'],
  ['POST', '/functions/v1/upload-chat-files'],
  ['POST', '/functions/v1/../v1/upload-chat-file/../x'],
  ['POST', '/functions/v1/ai-refine-text'],
  ['POST', '/storage/v1/object/move'],
  ['POST', '/storage/v1/object/sign/avatars/a.png'],
  ['POST', '/storage/v1/object/../../../auth/v1/token'],
  ['POST', '/storage/v1/object/%2e%2E/%2e%2e/%2e%2e/auth/v1/token'],
  ['POST', '/storage/v1/object/a/.%2e/.%2e/../../../auth/v1/token'],
  ['POST', '/storage/v1/object\\..\\..\\..\\auth\\v1\\token'],
  ['POST', '/storage/v1/object/a\\..\\..\\..\\..\\auth/v1/token'],
])('any other request has a short time limit: %s %s', (method, url) => {
  expect(maySendFile(method, url)).toBe(false)
})
