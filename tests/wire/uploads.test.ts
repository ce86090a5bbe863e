import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request, type RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import { FilesUnavailable } from '../../src/server/providers/files/errors.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { givePremium, signUp, type Person } from '../support/cast.ts'
import { picture } from '../support/storage.ts'
import { formOf, leftovers, nothing, uploader } from '../support/uploads.ts'

let app: TestApp
let mina: Person
let ben: Person
let use: ReturnType<typeof uploader>

beforeAll(async () => {
  app = await startApp()
  ;[mina, ben] = [await signUp(app, 'Mina'), await signUp(app, 'Ben')]
  use = uploader(app)
})
beforeEach(async () => {
  await app.owner.query('delete from public.chat_uploads')
  await app.owner.query('update public.user_profiles set is_premium = false, premium_until = null')
})
afterAll(() => app.stop())

const megabyte = 1_048_576
const refused = (status: number, error: unknown) => ({ status, body: { success: false, error } })
const file = (bytes: string | Uint8Array<ArrayBuffer>) => formOf(new Blob([bytes]), 'a.png')

const capped = { status: 429, body: { success: false, error: 'Upload limit exceeded', remaining: 0 } }
const statusesOf = async (count: number) => {
  const body = await picture()
  const sending = Array.from({ length: count }, () => use.send(mina, formOf(body)))
  return (await Promise.all(sending)).map(({ status }) => status).toSorted((a, b) => a - b)
}

describe('a file for a message', () => {
  it('arrives from the official client, and its sender alone can open it', async () => {
    const sent = formOf(await picture('png', { width: 1_600, height: 20 }), 'C:\\Juan\\ako\u202e.png')
    const { data, error } = await mina.client.functions.invoke('upload-chat-file', { body: sent })
    expect(error).toBeNull()
    const { id } = data.upload
    const url = `http://emote.test/storage/v1/object/authenticated/chat-files/${id}.png`
    expect(data).toEqual({
      success: true,
      upload: { id, url, name: 'ako.png', size: expect.any(Number), type: 'image' },
    })
    const { data: rows } = await mina.client.from('chat_uploads').select('*').throwOnError()
    expect(rows).toEqual([
      {
        id,
        user_id: mina.id,
        name: 'ako.png',
        type: 'image',
        mime: 'image/png',
        size: data.upload.size,
        created_at: expect.any(String),
        expires_at: expect.any(String),
        message_id: null,
      },
    ])
    const opened = await use.read(mina, url)
    expect((await opened.arrayBuffer()).byteLength).toBe(data.upload.size)
    expect((await use.read(ben, url)).status).toBe(400)
  })

  it.each<[string, () => BodyInit | Promise<BodyInit>, number, string | RegExp, string?]>([
    ['more than 5 MB', () => file(new Uint8Array(6 * megabyte)), 413, 'File size exceeds 5MB limit'],
    ['bytes of no known type', () => file(randomBytes(500)), 415, /^File type not allowed\. /],
    [
      'an executable named as a picture',
      () => file('MZ\u0090\u0000\u0003\u0000'),
      415,
      /^File type not allowed\. /,
    ],
    ['an SVG', () => file('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, /^File type not allowed\. /],
    ['nothing in it', () => file(''), 415, /^File type not allowed\. /],
    [
      'a broken picture',
      async () => file(new Uint8Array(await (await picture()).slice(0, 60).arrayBuffer())),
      415,
      /^File type not allowed\. /,
    ],
    [
      'another field',
      () => {
        const made = file('x')
        made.append('room', 'general')
        return made
      },
      400,
      'Unknown field: "room"',
    ],
    [
      'two files',
      () => {
        const made = file('x')
        made.append('file', new Blob(['y']), 'b')
        return made
      },
      400,
      'The field "file" takes one file',
    ],
    [
      'a text instead of a file',
      () => {
        const made = new FormData()
        made.append('file', 'x')
        return made
      },
      400,
      'The field "file" takes one file',
    ],
    ['no field', () => new FormData(), 400, 'The field "file" is missing'],
    [
      'JSON',
      () => '{}',
      400,
      'Send the file as multipart/form-data, in the field "file"',
      'application/json',
    ],
  ])('with %s is refused, and nothing is left', async (_, body, status, error, type) => {
    expect(await use.send(mina, await body(), type ? { type } : {})).toEqual(
      refused(status, typeof error === 'string' ? error : expect.stringMatching(error)),
    )
    expect(await leftovers(app)).toEqual(nothing)
  })

  it('is refused without a session', async () => {
    const stranger = { ...mina, token: app.keys.anonKey }
    expect(await use.send(stranger, file('x'))).toEqual(refused(401, 'Not authenticated'))
  })

  it('that breaks off on its way is returned, and leaves nothing', async () => {
    const bytes = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx')
    const type = 'multipart/form-data; boundary=b'
    for (const cut of [0, 10, bytes.length]) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(bytes.subarray(0, cut))),
        pull: (controller) => controller.error(new Error('gone')),
      })
      // oxlint-disable-next-line no-await-in-loop -- one sender at a time
      expect((await use.send(mina, body, { type })).status).toBe(400)
    }
    expect(await leftovers(app)).toEqual(nothing)
  })

  it.each(['spool', 'put'] as const)(
    'whose sender leaves after the step "%s" is returned, and leaves nothing',
    async (step) => {
      const leaving = new AbortController()
      const work = app.files[step].bind(app.files) as (...given: unknown[]) => Promise<unknown>
      const spy = vi.spyOn(app.files, step).mockImplementation((async (...given: unknown[]) => {
        const done = await work(...given)
        leaving.abort()
        return done
      }) as never)
      const { status } = await use.send(mina, formOf(await picture()), { signal: leaving.signal })
      expect(spy).toHaveBeenCalledOnce()
      spy.mockRestore()
      expect(status).toBe(499)
      expect(await leftovers(app)).toEqual(nothing)
    },
  )

  it('whose socket closes on its way leaves nothing, and a refusal reaches a sender that reads late', async () => {
    const whole = new Response(formOf(new Blob([randomBytes(4 * megabyte)])))
    const headers = { ...use.headersOf(mina), 'content-type': whole.headers.get('content-type') ?? '' }
    const body = Buffer.from(await whole.arrayBuffer())
    const post = (options: RequestOptions) => {
      const to = `${app.origin}/functions/v1/upload-chat-file`
      return request(to, {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        ...options,
      })
    }
    const leaving = post({})
    leaving.on('error', () => {})
    leaving.write(body.subarray(0, 2 * megabyte))
    await expect.poll(() => leftovers(app)).toMatchObject({ uploads: 1, temporary: 1 })
    leaving.destroy()
    await expect.poll(() => leftovers(app)).toEqual(nothing)
    await app.owner.query('insert into public.chat_uploads (user_id) select $1 from generate_series(1, 2)', [
      mina.id,
    ])
    const staying = post({})
    staying.end(body)
    const [answer] = (await once(staying, 'response')) as [IncomingMessage]
    expect({ status: answer.statusCode, body: JSON.parse(await text(answer)) as unknown }).toEqual(capped)
  })

  it('of an account that is deleted meanwhile leaves nothing', async () => {
    const carla = await signUp(app, 'Carla')
    const put = app.files.put.bind(app.files)
    const spy = vi.spyOn(app.files, 'put').mockImplementation(async (...given) => {
      await put(...given)
      await app.owner.query('delete from auth.users where id = $1', [carla.id])
    })
    const answer = await use.send(carla, formOf(await picture()))
    spy.mockRestore()
    expect(answer).toEqual(refused(504, 'Failed to upload file (504)'))
    expect(await leftovers(app)).toEqual(nothing)
  })

  it('waits for no store that is away, and is returned', async () => {
    const spy = vi
      .spyOn(app.files, 'put')
      .mockRejectedValue(new FilesUnavailable('No room is left for files'))
    const answer = await use.send(mina, formOf(await picture()))
    spy.mockRestore()
    expect(answer.status).toBe(503)
    expect(app.logged).toContain('Files: No room is left for files')
    expect(await leftovers(app)).toEqual(nothing)
  })
})

describe('the plan', () => {
  it('lets two files of a free account pass in 24 hours, also when five arrive at once at one of two', async () => {
    await use.upload(mina)
    expect(await statusesOf(5)).toEqual([200, 429, 429, 429, 429])
    expect(await use.send(mina, formOf(await picture()))).toEqual(capped)
    await use.upload(ben)
    await app.owner.query(`update public.chat_uploads set created_at = created_at - interval '24 hours'`)
    await use.upload(mina)
  })

  it('counts a file that is gone, and no file that was refused', async () => {
    await use.upload(mina)
    await app.owner.query(`update public.chat_uploads set state = 'gone'`)
    expect((await use.send(mina, file('<svg/>'))).status).toBe(415)
    await use.upload(mina)
    expect(await use.send(mina, formOf(await picture()))).toEqual(capped)
  })

  it('lets Premium send 50 MB and as many files as it likes', async () => {
    await givePremium(app, [mina.id])
    expect(await statusesOf(3)).toEqual([200, 200, 200])
    expect(await use.send(mina, file(new Uint8Array(51 * megabyte)))).toEqual(
      refused(413, 'File size exceeds 50MB limit'),
    )
    await use.upload(mina, new Blob(['salita '.repeat(megabyte)]), 'a.txt')
    await app.owner.query(`update public.user_profiles set premium_until = now() - interval '1 second'`)
    expect(await use.send(mina, formOf(await picture()))).toEqual(capped)
  })

  it('finishes a file of Premium that began before Premium ended', async () => {
    await givePremium(app, [mina.id])
    let isOver = false
    const form = new Response(formOf(new Blob(['salita '.repeat(megabyte)]), 'a.txt'))
    const body = form.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          controller.enqueue(chunk)
          if (isOver) return
          isOver = true
          const pending = `select from public.chat_uploads where state = 'pending'`
          await expect.poll(async () => (await app.owner.query(pending)).rowCount).toBe(1)
          await givePremium(app, [mina.id], '-1 second')
        },
      }),
    )
    const type = form.headers.get('content-type') ?? ''
    expect((await use.send(mina, body ?? '', { type })).status).toBe(200)
    expect(await use.send(mina, file(new Uint8Array(6 * megabyte)))).toEqual(
      refused(413, 'File size exceeds 5MB limit'),
    )
  })

  it('gives back what a server reserved and never settled, after half an hour', async () => {
    const lose = async (age: string) =>
      app.owner.query(
        `insert into public.chat_uploads (user_id, created_at, expires_at)
         select $1, now() - $2::interval, now() - $2::interval + interval '3 days' from generate_series(1, 2)`,
        [mina.id, age],
      )
    await lose('29 minutes')
    expect(await use.send(mina, formOf(await picture()))).toEqual(capped)
    await app.owner.query('delete from public.chat_uploads')
    await lose('31 minutes')
    await use.upload(mina)
    await lose('31 minutes')
    await removeExpired(app.db)
    expect(await leftovers(app)).toMatchObject({ uploads: 1, objects: 1, blobs: 1, stored: 1 })
  })
})
