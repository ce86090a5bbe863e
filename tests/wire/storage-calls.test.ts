import { describe, expect, it } from 'vitest'
import type { Person } from '../support/cast.ts'
import { picture, startWithTwo } from '../support/storage.ts'

const { app, ana, ben, avatars, headers } = await startWithTwo()

describe('upload and update', () => {
  it('accept a Blob as a form, and it can be read again', async () => {
    const key = `${ana.id}/one.png`
    const { data, error } = await avatars(ana).upload(key, await picture(), {
      cacheControl: '600',
      metadata: { mood: 'kalmado', tags: ['a'] },
    })
    expect(error).toBeNull()
    expect(data).toEqual({ path: key, id: expect.any(String), fullPath: `avatars/${key}` })
    const info = await avatars(ana).info(key)
    expect(info.data).toMatchObject({
      id: data?.id,
      name: key,
      bucketId: 'avatars',
      contentType: 'image/png',
      cacheControl: 'max-age=600',
      metadata: { mood: 'kalmado', tags: ['a'] },
    })
    const { data: bytes } = await avatars(ana).download(key)
    expect(bytes?.type).toBe('image/png')
    expect(bytes?.size).toBe(info.data?.size)
  })

  it('accept raw bytes with their headers', async () => {
    const key = `${ana.id}/raw.webp`
    const body = await (await picture('webp')).arrayBuffer()
    const { error } = await avatars(ana).upload(key, body, {
      contentType: 'image/webp',
      cacheControl: '60',
      metadata: { from: 'raw ñ' },
    })
    expect(error).toBeNull()
    const { data } = await avatars(ana).info(key)
    expect(data).toMatchObject({
      contentType: 'image/webp',
      cacheControl: 'max-age=60',
      metadata: { from: 'raw ñ' },
    })
  })

  it("accept the caller's own form and a stream", async () => {
    const form = new FormData()
    form.append('file', await picture('jpeg'), 'IMG_20260101_ako.jpg')
    expect((await avatars(ana).upload(`${ana.id}/form.jpg`, form)).error).toBeNull()
    const stream = (await picture('gif')).stream()
    expect((await avatars(ana).upload(`${ana.id}/stream.gif`, stream)).error).toBeNull()
    const { data } = await avatars(ana).list(ana.id)
    expect(JSON.stringify(data)).not.toContain('IMG_')
  })

  it("accept fields behind the file, where older clients put them in the caller's own form", async () => {
    const form = new FormData()
    form.append('file', await picture('jpeg'))
    form.append('cacheControl', '120')
    form.append('metadata', '{"mood":"kalmado"}')
    const key = `${ana.id}/fields-behind.jpg`
    const answer = await app.fetch(`/storage/v1/object/avatars/${key}`, {
      method: 'POST',
      headers: headers(),
      body: form,
    })
    expect(answer.status).toBe(200)
    expect((await avatars(ana).info(key)).data).toMatchObject({
      cacheControl: 'max-age=120',
      metadata: { mood: 'kalmado' },
    })
  })

  it('take the type from the bytes, whatever the client says', async () => {
    const key = `${ana.id}/lie.html`
    const body = await (await picture('png')).arrayBuffer()
    await avatars(ana).upload(key, body, { contentType: 'text/html' })
    expect((await avatars(ana).info(key)).data?.contentType).toBe('image/png')
    await avatars(ana).remove([key])
    const page = new Blob(['<script>alert(1)</script>'], { type: 'image/png' })
    const { error } = await avatars(ana).upload(`${ana.id}/page.png`, page)
    expect(error).toMatchObject({ status: 400, statusCode: '415', code: 'InvalidMimeType' })
  })

  it('refuse a second file of one name, unless it replaces the first', async () => {
    const key = `${ana.id}/twice.png`
    const first = await avatars(ana).upload(key, await picture('png', { shade: 1 }))
    const refused = await avatars(ana).upload(key, await picture('png', { shade: 2 }))
    expect(refused.error).toMatchObject({
      status: 400,
      statusCode: '409',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    })
    const before = await avatars(ana).info(key)
    const replaced = await avatars(ana).upload(key, await picture('jpeg'), { upsert: true })
    expect(replaced.data?.id).toBe(first.data?.id)
    const after = await avatars(ana).info(key)
    expect(after.data?.etag).not.toBe(before.data?.etag)
    expect(after.data?.contentType).toBe('image/jpeg')
    expect((await avatars(ana).update(key, await picture('webp'))).error).toBeNull()
    expect((await avatars(ana).info(key)).data?.contentType).toBe('image/webp')
    await avatars(ana).remove([key])
  })

  it('scale avatars down', async () => {
    const key = `${ana.id}/big.jpg`
    await avatars(ana).upload(key, await picture('jpeg', { width: 1500, height: 900 }))
    const { data } = await avatars(ana).download(key)
    const sharp = (await import('sharp')).default
    expect(await sharp(Buffer.from(await data!.arrayBuffer())).metadata()).toMatchObject({
      width: 512,
      height: 307,
    })
    await avatars(ana).remove([key])
  })

  it('know whether a file exists', async () => {
    expect(await avatars(ana).exists(`${ana.id}/one.png`)).toEqual({ data: true, error: null })
    const absent = await avatars(ana).exists(`${ana.id}/none.png`)
    expect(absent.data).toBe(false)
    expect(absent.error).toMatchObject({ status: 400, statusCode: '404', code: 'NoSuchKey' })
  })
})

describe('list and remove', () => {
  it('show a folder: files with their data, folders without an id', async () => {
    await avatars(ana).remove((await avatars(ana).list(ana.id)).data!.map(({ name }) => `${ana.id}/${name}`))
    for (const name of ['b.png', 'a/x.png', 'a/y/z.png', 'a.png', 'B.png'])
      // oxlint-disable-next-line no-await-in-loop -- in this order
      expect((await avatars(ana).upload(`${ana.id}/${name}`, await picture())).error).toBeNull()
    const names = async (path?: string, options = {}) =>
      (await avatars(ana).list(path, options)).data?.map(({ name, id }) => (id === null ? `${name}/` : name))
    expect(await names(ana.id)).toEqual(['B.png', 'a.png', 'a/', 'b.png'])
    expect(await names(`${ana.id}/`)).toEqual(['B.png', 'a.png', 'a/', 'b.png'])
    expect(await names(`${ana.id}/a`)).toEqual(['x.png', 'y/'])
    expect(await names('')).toEqual([`${ana.id}/`])
    expect(await names(ana.id, { limit: 2, offset: 1 })).toEqual(['a.png', 'a/'])
    expect(await names(ana.id, { search: 'b' })).toEqual(['B.png', 'b.png'])
    expect(await names(ana.id, { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'b.png',
      'a/',
      'a.png',
      'B.png',
    ])
    expect(await names(ana.id, { sortBy: { column: 'created_at' } })).toEqual([
      'a/',
      'b.png',
      'a.png',
      'B.png',
    ])
    expect(await names(`${ana.id}/%`)).toEqual([])
    const { data } = await avatars(ana).list(ana.id, { search: 'b.png' })
    expect(data?.[0]).toMatchObject({
      id: expect.any(String),
      metadata: {
        mimetype: 'image/png',
        size: expect.any(Number),
        eTag: expect.stringMatching(/^"\w{64}"$/),
      },
    })
    const folder = (await avatars(ana).list(ana.id)).data?.find(({ name }) => name === 'a')
    expect(folder).toEqual({
      name: 'a',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    })
  })

  it('remove permitted files, and name them', async () => {
    const key = `${ana.id}/b.png`
    const foreign = await avatars(ben).remove([key])
    expect(foreign).toEqual({ data: [], error: null })
    const { data, error } = await avatars(ana).remove([key, `${ana.id}/never.png`])
    expect(error).toBeNull()
    expect(data).toMatchObject([{ name: key, bucket_id: 'avatars', owner: ana.id }])
    expect(JSON.stringify(data)).not.toContain('blob')
    expect((await avatars(ana).download(key)).error).toMatchObject({ code: 'NoSuchKey' })
  })
})

describe('move and copy', () => {
  it('move a file to another name', async () => {
    const [from, to] = [`${ana.id}/from.png`, `${ana.id}/deep/to.png`]
    await avatars(ana).upload(from, await picture())
    expect((await avatars(ana).move(from, to)).data).toMatchObject({ message: 'Successfully moved' })
    expect((await avatars(ana).exists(from)).data).toBe(false)
    expect((await avatars(ana).exists(to)).data).toBe(true)
    await avatars(ana).upload(from, await picture())
    expect((await avatars(ana).move(from, to)).error).toMatchObject({ code: 'KeyAlreadyExists' })
    expect((await avatars(ana).move(`${ana.id}/none`, to)).error).toMatchObject({ code: 'NoSuchKey' })
    await avatars(ana).remove([from, to])
  })

  it('copy the row, not the bytes', async () => {
    const [from, to] = [`${ana.id}/orig.png`, `${ana.id}/copy.png`]
    await avatars(ana).upload(from, await picture(), { metadata: { kept: true } })
    expect((await avatars(ana).copy(from, to)).data).toEqual({ path: `avatars/${to}` })
    const { rows } = await app.owner.query<{ refs: number; size: string }>(
      `select b.refs from storage.blobs b where b.id = (select blob_id from storage.objects where name = $1)`,
      [from],
    )
    expect(rows).toEqual([{ refs: 2 }])
    expect((await avatars(ana).info(to)).data?.metadata).toEqual({ kept: true })
    await avatars(ana).remove([from])
    expect((await avatars(ana).download(to)).error).toBeNull()
    const bare = await avatars(ana).copy(to, from, {
      copyMetadata: false,
      metadata: { cacheControl: 'max-age=5' },
    })
    expect(bare.error).toBeNull()
    expect((await avatars(ana).info(from)).data).toMatchObject({ metadata: {}, cacheControl: 'max-age=5' })
    await avatars(ana).remove([from, to])
  })

  it('obey the rules of the target bucket', async () => {
    const service = app.client(app.keys.serviceKey).storage
    await service.from('chat-files').upload('s/note.txt', new Blob(['Kumusta']))
    const { error } = await service
      .from('chat-files')
      .copy('s/note.txt', 's/note.txt', { destinationBucket: 'avatars' })
    expect(error).toMatchObject({ code: 'InvalidMimeType' })
  })
})

const profileOf = async (person: Person) =>
  (await person.client.from('user_profiles').select('avatar_url').eq('id', person.id).single()).data
const setAvatar = async (avatar_url: string) =>
  (await ana.client.from('user_profiles').update({ avatar_url }).eq('id', ana.id)).error?.code ?? 'kept'

describe('the public address of a picture', () => {
  it('becomes the avatar when it is of the own folder, and is stored as its path', async () => {
    const key = `${ana.id}/mukha.png`
    await avatars(ana).upload(key, await picture())
    await avatars(ben).upload(`${ben.id}/kanya.png`, await picture())
    const { publicUrl } = avatars(ana).getPublicUrl(key).data
    expect(publicUrl).toMatch(/^http/)
    const kept = { avatar_url: `/storage/v1/object/public/avatars/${key}` }
    expect([await setAvatar(publicUrl), await profileOf(ana)]).toEqual(['kept', kept])
    // The same picture in its other form does not delete itself.
    expect([await setAvatar(kept.avatar_url), await setAvatar(publicUrl)]).toEqual(['kept', 'kept'])
    expect((await avatars(ana).exists(key)).data).toBe(true)
    for (const address of [
      publicUrl.replace('http://', 'http://evil.test/'),
      publicUrl.replace('http://', 'https://'),
      `https://evil.test${kept.avatar_url}`,
      publicUrl.replace(`avatars/${ana.id}`, `avatars/../avatars/${ana.id}`),
      `${publicUrl}?cacheNonce=1`,
      avatars(ben).getPublicUrl(`${ben.id}/kanya.png`).data.publicUrl,
      ana.client.storage.from('card-templates').getPublicUrl(key).data.publicUrl,
    ])
      // oxlint-disable-next-line no-await-in-loop -- one profile
      expect([address, await setAvatar(address)]).toEqual([address, '23514'])
    expect(await profileOf(ana)).toEqual(kept)
  })

  it('of a template is stored as its path, which anybody can fetch', async () => {
    const { publicUrl } = ana.client.storage.from('card-templates').getPublicUrl('kalma-1.svg').data
    const path = '/storage/v1/object/public/card-templates/kalma-1.svg'
    const write = async (table: string, template_url: string) => {
      const row = { mood: 'Calm', content: 'may papel', template_url }
      const { data, error } = await ana.client.from(table).insert(row).select('id, template_url').single()
      return error?.code ?? data?.template_url
    }
    for (const table of ['public_posts', 'diary_posts']) {
      for (const address of [publicUrl, path, '/templates/kalma-1.svg'])
        // oxlint-disable-next-line no-await-in-loop -- one person
        expect([address, await write(table, address)]).toEqual([address, path])
      for (const address of [
        publicUrl.replace('kalma-1', 'kalma-6'),
        `https://evil.test${path}`,
        publicUrl.replace('card-templates', 'avatars'),
        `${publicUrl}?x`,
        '/storage/v1/object/public/card-templates/../avatars/kalma-1.svg',
        `${path}${'/'.repeat(400)}`,
      ])
        // oxlint-disable-next-line no-await-in-loop
        expect([address, await write(table, address)]).toEqual([address, '23514'])
    }
    const { data } = await ana.client.from('diary_posts').select('id').limit(1).single()
    const change = { template_url: publicUrl.replace('kalma-1', 'sisi-2') }
    const changed = await ana.client
      .from('diary_posts')
      .update(change)
      .eq('id', data?.id)
      .select('template_url')
    expect(changed.data).toEqual([{ template_url: path.replace('kalma-1', 'sisi-2') }])
  })
})

describe('other calls', () => {
  it('show buckets to the service only, and create none', async () => {
    const service = app.client(app.keys.serviceKey).storage
    const { data } = await service.listBuckets()
    expect(data?.map(({ id }) => id)).toEqual(['avatars', 'card-templates', 'chat-files', 'payment-proofs'])
    expect((await service.getBucket('avatars')).data).toMatchObject({
      public: true,
      file_size_limit: 5_242_880,
    })
    expect((await service.createBucket('more')).error).toMatchObject({ code: 'NotImplemented' })
    expect((await ana.client.storage.listBuckets()).error).toMatchObject({ code: 'AccessDenied' })
  })

  it('are refused by name', async () => {
    const from = avatars(ana)
    const key = `${ana.id}/a.png`
    const transform = { width: 10 }
    const refusals = [
      (await from.listV2({ prefix: '' })).error,
      (await from.download(key, { transform })).error,
      (await from.download(key, { versionId: 'x' })).error,
      (await from.createSignedUrl(key, 60, { transform })).error,
      (await from.upload(`${ana.id}/packed.png`, await picture(), { contentEncoding: 'gzip' })).error,
      (await from.remove([{ path: key, versionId: 'x' }])).error,
      (await from.purgeCache(key)).error,
    ]
    expect(refusals.map((error) => error?.toJSON())).toEqual(
      [
        'NotImplemented',
        'NotImplemented',
        'InvalidParameter',
        'NotImplemented',
        'NotImplemented',
        'InvalidParameter',
        'NotImplemented',
      ].map((code) => expect.objectContaining({ status: code === 'NotImplemented' ? 501 : 400, code })),
    )
    expect([refusals[1]?.message, refusals[3]?.message]).toEqual(
      Array(2).fill('Image transformation is not part of this API'),
    )
    const { publicUrl } = from.getPublicUrl(key, { transform }).data
    const shown = await app.fetch(publicUrl.slice(publicUrl.indexOf('/storage/')))
    expect([shown.status, await shown.json()]).toEqual([
      501,
      expect.objectContaining({ message: 'Image transformation is not part of this API' }),
    ])
  })
})
