import { beforeEach, expect, it, vi } from 'vitest'
import type { MessageFile } from '../../../shared/marker.ts'
import { openedFiles } from './files.ts'
import { openFile, reopenFile } from './opening.ts'

const server = vi.hoisted(() => ({ ask: vi.fn<(url: string) => Promise<Response>>() }))
vi.mock('../../lib/session.ts', () => ({ onPersonChange: () => undefined }))
vi.mock('../../lib/supabase.ts', () => ({ fetchAsMe: server.ask }))

const file: MessageFile = {
  id: 'b1',
  url: '/storage/v1/object/authenticated/chat-files/b1.webp',
  name: 'a.webp',
  type: 'image',
  mime: 'image/webp',
  size: 1,
  width: 1,
  height: 1,
  expires_at: '2026-11-26T00:00:00Z',
}
const state = () => openedFiles.read('b1')?.state
const signed = () => Promise.resolve(Response.json({ signedURL: '/object/sign/chat-files/b1.webp?token=x' }))

beforeEach(() => {
  openedFiles.drop('b1')
  server.ask.mockReset().mockImplementation(signed)
})

it('a file opens under a signed address, and says whether it is gone or only away', async () => {
  expect(await openFile(file)).toBe('/storage/v1/object/sign/chat-files/b1.webp?token=x')
  expect(server.ask.mock.calls.map(([url]) => url)).toEqual(['/storage/v1/object/sign/chat-files/b1.webp'])
  server.ask.mockResolvedValueOnce(Response.json({ statusCode: '404' }, { status: 400 }))
  expect([await openFile(file), state()]).toEqual([undefined, 'gone'])
  server.ask.mockResolvedValueOnce(new Response('', { status: 503 }))
  expect([await openFile(file), state()]).toEqual([undefined, 'failed'])
  server.ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect([await openFile(file), state()]).toEqual([undefined, 'failed'])
})

it('an answer for a person who left shows nothing to the next one', async () => {
  const opening = openFile(file)
  openedFiles.drop('b1')
  expect([await opening, state()]).toEqual([undefined, undefined])
})

it('an address that does not answer is asked for again only when it is too old', async () => {
  await openFile(file)
  reopenFile(file)
  expect([state(), server.ask.mock.calls.length]).toEqual(['failed', 1])
  openedFiles.put('b1', { state: 'shown', address: 'x', signedAt: Date.now() - 301_000 })
  reopenFile(file)
  expect([state(), server.ask.mock.calls.length]).toEqual(['loading', 2])
})
