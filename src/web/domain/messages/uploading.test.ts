import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { readMarker } from '../../../shared/read-marker.ts'
import { roomTopic } from '../../../shared/talks.ts'
import { waitingInTalks } from '../outbox/waiting.ts'
import { attachedFiles } from './files.ts'
import { createHeld } from './held.ts'
import { fresh, unsentOf } from './unsent.ts'
import { attach, detach, sendAttached, takeBackWithFile } from './uploading.ts'

type Way = { onProgress: (share: number) => void; signal: AbortSignal }
const server = vi.hoisted(() => ({ posted: [] as string[], answer: vi.fn<(way: Way) => unknown>() }))
const here = vi.hoisted(() => ({ person: 'mina' }))

vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  isAtHome: () => true,
  hasLeft: () => false,
  onPersonChange: () => undefined,
}))
vi.mock('../safety/sight.ts', () => ({ readHidden: () => new Set(), onHidden: () => () => undefined }))
vi.mock('../../lib/live.ts', () => ({ follow: () => () => undefined }))
vi.mock('../../lib/supabase.ts', () => ({ auth: () => undefined, db: {}, invoke: () => undefined }))
vi.mock('../../lib/upload.ts', () => ({
  postForm: async (name: string, form: FormData, way: Way) => {
    const file = form.get('file')
    server.posted.push(`${name} ${file instanceof File ? file.name : ''}`)
    return server.answer(way)
  },
}))
// Offline: messages wait in the outbox.
vi.stubGlobal('navigator', { onLine: false })
vi.stubGlobal('location', { origin: 'https://emote.ph' })

const url = 'https://emote.ph/storage/v1/object/authenticated/chat-files/b1.pdf'
const taken = {
  status: 200,
  body: { success: true, upload: { id: 'b1', url, name: 'liham.pdf', size: 9, type: 'file' } },
}
const pdf = (bytes = '%PDF-1.7 x') => new File([bytes], 'liham.pdf', { type: 'application/pdf' })
const state = () => attachedFiles.read(topic)
let topic = ''
let talks = 0

beforeEach(() => {
  topic = `${roomTopic('general')}-${talks++}`
  createHeld(topic, 'mina')
  server.posted = []
  server.answer.mockReset().mockReturnValue(taken)
  waitingInTalks.drop(topic)
  fresh.drop(topic)
})

it('a file goes with the words, under the path that the row will hold', async () => {
  await attach(topic, pdf())
  expect(state()).toMatchObject({ state: 'ready', type: 'file', name: 'liham.pdf', size: 10 })
  expect(await sendAttached(topic, { text: ' Basahin mo ' })).toBe(true)
  expect([state(), server.posted]).toEqual([undefined, ['upload-chat-file liham.pdf']])
  const [item] = unsentOf(topic)
  expect(readMarker(item?.row.content ?? '')).toMatchObject({ caption: 'Basahin mo', url, type: 'file' })
  expect(item).toMatchObject({ file: { id: 'b1', url: new URL(url).pathname, mime: 'application/pdf' } })
})

it('what cannot be sent is said before a byte travels', async () => {
  const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.txt')
  const refused = [new File(['PK'], 'a.zip'), new File(['x'], 'a.doc'), new File([], 'a.pdf'), large]
  const said = []
  for (const file of refused) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await attach(topic, file)
    said.push(state()?.problem?.slice(0, 21))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await sendAttached(topic, { text: 'x' })).toBe(false)
  }
  expect(said).toEqual([
    'File type not allowed',
    'File type not allowed',
    'Walang laman o hindi ',
    'File size exceeds 5MB',
  ])
  expect([server.posted, unsentOf(topic)]).toEqual([[], []])
})

it('a refusal keeps the file for another try, and says why', async () => {
  await attach(topic, pdf())
  server.answer
    .mockReturnValueOnce({ status: 429, body: { success: false, error: 'Upload limit exceeded' } })
    .mockReturnValueOnce({ status: 502, body: null })
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const said = []
  for (let left = 3; left > 0; left--) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await sendAttached(topic, { text: 'x' })).toBe(false)
    said.push(state()?.problem?.split('.')[0])
  }
  expect(said).toEqual(['Upload limit exceeded', 'Failed to upload file (502)', 'Mukhang walang internet'])
  expect(await sendAttached(topic, { text: 'x' })).toBe(true)
  expect(unsentOf(topic)).toHaveLength(1)
})

it.each([413, 415])('a file that the server refused with %i is not uploaded again', async (status) => {
  await attach(topic, pdf())
  server.answer.mockReturnValueOnce({ status, body: { success: false, error: 'File type not allowed' } })
  expect(await sendAttached(topic, { text: 'x' })).toBe(false)
  expect(state()).toMatchObject({ state: 'failed', isRefused: true, problem: 'File type not allowed' })
  expect([await sendAttached(topic, { text: 'x' }), server.posted.length]).toEqual([false, 1])
})

it.each(['is stopped', 'belongs to a person who left'])('an upload that %s sends no message', async (why) => {
  await attach(topic, pdf())
  const { promise, resolve } = Promise.withResolvers<unknown>()
  server.answer.mockReturnValue(promise)
  const sent = sendAttached(topic, { text: 'x' })
  expect(await sendAttached(topic, { text: 'x' })).toBe(false)
  if (why === 'is stopped') detach(topic)
  else attachedFiles.drop(topic)
  expect(server.answer.mock.calls[0]?.[0].signal.aborted).toBe(true)
  resolve(taken)
  expect([await sent, unsentOf(topic), server.posted.length]).toEqual([false, [], 1])
})

it('a message that is taken back gives its file back, and it is not uploaded twice', async () => {
  await attach(topic, pdf())
  await sendAttached(topic, { text: 'Basahin mo' })
  expect(await takeBackWithFile(topic, unsentOf(topic)[0]?.id ?? '')).toBe('Basahin mo')
  expect(state()).toMatchObject({ state: 'ready', name: 'liham.pdf' })
  expect(await sendAttached(topic, { text: 'Ito pala' })).toBe(true)
  expect([unsentOf(topic)[0]?.row.content?.split('\n')[0], server.posted.length]).toEqual(['Ito pala', 1])
})
