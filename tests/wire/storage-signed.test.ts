import { describe, expect, it } from 'vitest'
import { type Person, signUp } from '../support/cast.ts'
import { picture, startWithTwo } from '../support/storage.ts'

const { app, ana, ben, avatars } = await startWithTwo()

const proofs = (person: Person) => person.client.storage.from('payment-proofs')
const codeOf = ({ error }: { error: object | null }) => (error && 'code' in error ? error.code : 'ok')

describe('signed addresses', () => {
  it('show a private file to anyone with the address, until it expires', async () => {
    const key = `${ana.id}/a proof.png`
    expect((await proofs(ana).upload(key, await picture())).error).toBeNull()
    const { data } = await proofs(ana).createSignedUrl(key, 60, { download: 'Resibo ñ.png' })
    const path = data!.signedUrl.replace('http://emote.test', '')
    const answer = await app.fetch(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Resibo _.png"; filename*=UTF-8''Resibo%20%C3%B1.png`,
    )
    app.advance(61_000)
    const late = await app.fetch(path)
    app.advance(-61_000)
    expect([late.status, await late.json()]).toMatchObject([400, { code: 'ExpiredToken' }])
  })

  it('can be made for many files, and name each missing one', async () => {
    const key = `${ana.id}/a proof.png`
    const { data } = await proofs(ana).createSignedUrls([key, `${ana.id}/none`, `${ben.id}/x`], 60)
    expect(data?.map(({ error }) => error)).toEqual([
      null,
      'Either the object does not exist or you do not have access to it',
      'Either the object does not exist or you do not have access to it',
    ])
    expect((await app.fetch(data![0]!.signedUrl!.replace('http://emote.test', ''))).status).toBe(200)
  })

  it('let one file be uploaded without a session, once', async () => {
    const key = `${ana.id}/sent later.png`
    const { data } = await avatars(ana).createSignedUploadUrl(key)
    const visitor = app.client().storage.from('avatars')
    const broken = await visitor.uploadToSignedUrl(key, data!.token, new Blob(['no image']))
    expect(broken.error).toMatchObject({ code: 'InvalidMimeType' })
    const sent = await visitor.uploadToSignedUrl(key, data!.token, await picture())
    expect(sent).toEqual({ data: { path: key, fullPath: `avatars/${key}` }, error: null })
    await avatars(ana).remove([key])
    const again = await visitor.uploadToSignedUrl(key, data!.token, await picture())
    expect(again.error).toMatchObject({ code: 'InvalidJWT', message: 'The token has been used' })
    const { rows } = await app.owner.query('select refs from storage.blobs where refs > 1 or refs < 0')
    expect(rows).toEqual([])
  })
})

describe('tokens', () => {
  it('are valid for their own use, file and time, and never as a session', async () => {
    const key = `${ana.id}/tokens.png`
    const other = `${ana.id}/other.png`
    const mine = ana.client.storage.from('avatars')
    await mine.upload(key, await picture())
    const up = (await mine.createSignedUploadUrl(other)).data!.token
    const down = new URL((await mine.createSignedUrl(key, 60)).data!.signedUrl).searchParams.get('token')!
    const visitor = app.client().storage.from('avatars')
    const send = async (path: string, token: string) =>
      codeOf(await visitor.uploadToSignedUrl(path, token, await picture()))
    const fetchCode = async (path: string, token: string) => {
      const answer = await app.fetch(`/storage/v1/object/sign/avatars/${path}?token=${token}`)
      return answer.ok ? 'ok' : ((await answer.json()) as { code: string }).code
    }
    expect(await send(other, down)).toBe('InvalidJWT')
    expect(await send(other, ana.token)).toBe('InvalidJWT')
    expect(await send(other, app.keys.serviceKey)).toBe('InvalidJWT')
    expect(await send(key, up)).toBe('InvalidJWT')
    expect(await send(`${ana.id}/..%2Fother.png`, up)).toBe('InvalidKey')
    expect(await fetchCode(key, up)).toBe('InvalidJWT')
    expect(await fetchCode(key, ana.token)).toBe('InvalidJWT')
    expect(await fetchCode(other, down)).toBe('InvalidJWT')
    expect(await fetchCode(key, `${down.slice(0, -4)}AAAA`)).toBe('InvalidJWT')
    expect(await fetchCode(key, down)).toBe('ok')
    const asSession = await app.fetch('/rest/v1/diary_posts', {
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${up}` },
    })
    expect(asSession.status).toBe(401)
    app.advance(7_201_000)
    expect(await send(other, up)).toBe('ExpiredToken')
    app.advance(-7_201_000)
  })

  it('of a signed-out person are refused', async () => {
    const cora = await signUp(app, 'Cora')
    const key = `${cora.id}/a.png`
    const token = (await cora.client.storage.from('avatars').createSignedUploadUrl(key)).data!.token
    await cora.client.auth.signOut()
    const sent = await app
      .client()
      .storage.from('avatars')
      .uploadToSignedUrl(key, token, await picture())
    expect(sent.error).toMatchObject({ code: 'InvalidJWT', message: 'session_not_found' })
  })

  it('of a file do not show a later file of the same name', async () => {
    const mine = ana.client.storage.from('avatars')
    const key = `${ana.id}/again.png`
    await mine.upload(key, await picture())
    const { signedUrl } = (await mine.createSignedUrl(key, 60)).data!
    await mine.remove([key])
    await mine.upload(key, await picture())
    const answer = await app.fetch(signedUrl.replace('http://emote.test', ''))
    expect(await answer.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
  })

  it('decide about replacing at signing, whatever the sender says', async () => {
    const mine = ana.client.storage.from('avatars')
    const visitor = app.client().storage.from('avatars')
    const [plain, replacing] = [`${ana.id}/plain.png`, `${ana.id}/replacing.png`]
    const tokens = [
      (await mine.createSignedUploadUrl(plain)).data!.token,
      (await mine.createSignedUploadUrl(replacing, { upsert: true })).data!.token,
    ]
    await mine.upload(plain, await picture())
    await mine.upload(replacing, await picture())
    const refused = await visitor.uploadToSignedUrl(plain, tokens[0]!, await picture(), { upsert: true })
    expect(refused.error).toMatchObject({ code: 'KeyAlreadyExists' })
    expect((await visitor.uploadToSignedUrl(replacing, tokens[1]!, await picture())).error).toBeNull()
  })
})
