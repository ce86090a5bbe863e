import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { expectNothingStored, picture, startWithTwo } from '../support/storage.ts'

const { app, ana, ben, headers, target } = await startWithTwo()
const png = Buffer.from(await (await picture()).arrayBuffer())

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}
const head = (lines: Record<string, string | number>, person = ana) =>
  [
    `POST ${target} HTTP/1.1`,
    'host: x',
    ...Object.entries({ ...headers(person), ...lines }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
const firstWords = async (socket: Socket) => String((await once(socket, 'data'))[0])

async function countOpen(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd')
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((path) => path.startsWith(join(app.dataDir, 'files'))).length
}

it('a stranger and a file that is too large are refused before a byte is sent', async () => {
  const cases = [
    { lines: { 'content-length': 5_000_000 }, person: ben, told: '"code":"AccessDenied"' },
    { lines: { 'transfer-encoding': 'chunked' }, person: ben, told: '"code":"AccessDenied"' },
    { lines: { 'content-length': 50_000_000 }, person: ana, told: '"code":"EntityTooLarge"' },
  ]
  for (const { lines, person, told } of cases) {
    // oxlint-disable no-await-in-loop
    const socket = await open()
    socket.write(head(lines, person))
    expect(await firstWords(socket)).toContain(told)
    socket.destroy()
    // oxlint-enable no-await-in-loop
  }
  await expectNothingStored(app)
})

it('a small file is read to its end, also slowly, so that its refusal arrives', async () => {
  const socket = await open()
  socket.write(head({ 'content-length': 100_000, 'content-type': 'image/png' }, ben))
  let told = ''
  socket.on('data', (chunk) => (told += String(chunk)))
  socket.write(randomBytes(50_000))
  // Ten others are refused meanwhile: enough time for a wrong early answer.
  for (let others = 0; others < 10; others++) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await app.fetch(target, {
      method: 'POST',
      headers: headers(ben),
      body: new Uint8Array(png),
    })
    expect(answer.status).toBe(400)
  }
  expect(told).toBe('')
  socket.write(randomBytes(50_000))
  await expect.poll(() => told).toContain('"code":"AccessDenied"')
  socket.destroy()
  await expectNothingStored(app)
})

it('reading stops at the limit, whatever length was declared', async () => {
  const socket = await open()
  socket.on('error', () => {})
  socket.write(head({ 'transfer-encoding': 'chunked', 'content-type': 'image/png' }))
  const chunk = randomBytes(65_536)
  const answered = firstWords(socket)
  let sent = 0
  const more = () => {
    if (sent > 20_000_000 || socket.destroyed) return
    sent += chunk.byteLength
    socket.write(`${chunk.byteLength.toString(16)}\r\n`)
    socket.write(chunk)
    socket.write('\r\n', more)
  }
  more()
  expect(await answered).toContain('"code":"EntityTooLarge"')
  socket.destroy()
  await expectNothingStored(app)
})

it.each([
  ['raw', 'image/png'],
  ['a form', 'multipart/form-data; boundary=b'],
])('nothing is kept of a sender who disconnects (%s)', async (_, type) => {
  const begin = type.startsWith('multipart')
    ? Buffer.from(
        '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: image/png\r\n\r\n',
      )
    : Buffer.alloc(0)
  const socket = await open()
  socket.write(head({ 'content-length': 1_000_000, 'content-type': type }))
  socket.write(Buffer.concat([begin, randomBytes(100_000)]))
  await expect.poll(() => readdir(join(app.dataDir, 'files/tmp'))).toHaveLength(1)
  socket.destroy()
  await expectNothingStored(app)
})

it('nothing is kept of a file that is longer than declared', async () => {
  const socket = await open()
  socket.write(head({ 'content-length': 40, 'content-type': 'image/png', connection: 'close' }))
  socket.end(png)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  await expectNothingStored(app)
})

it('the file is closed when its reader disconnects', async () => {
  const service = app.client(app.keys.serviceKey).storage.from('chat-files')
  const words = new Blob(['Kumusta ka? '.repeat(1_000_000)])
  expect((await service.upload('long.txt', words)).error).toBeNull()
  const { signedUrl } = (await service.createSignedUrl('long.txt', 60)).data!
  const socket = await open()
  socket.write(`GET ${signedUrl.replace('http://emote.test', '')} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  await expect.poll(() => countOpen()).toBe(1)
  socket.destroy()
  await expect.poll(() => countOpen()).toBe(0)
})

it('none of these caused a fault', () => expect(app.logged).toEqual([]))
