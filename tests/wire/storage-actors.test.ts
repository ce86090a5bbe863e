import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signUp } from '../support/cast.ts'
import { picture } from '../support/storage.ts'

/** Rights to a file in the owner's folder (threat 47). `none` is "no such file", `empty` an answer without it. */
type Outcome = 'ok' | 'denied' | 'none' | 'empty'
type Row = [visitor: Outcome, owner: Outcome, stranger: Outcome, service: Outcome]

const actors = ['visitor', 'owner', 'stranger', 'service'] as const
const everyone: Row = ['ok', 'ok', 'ok', 'ok']
const ownerOnly: Row = ['denied', 'ok', 'denied', 'ok']
const ownerSees: Row = ['none', 'ok', 'none', 'ok']
const serviceOnly: Row = ['denied', 'denied', 'denied', 'ok']
const serviceSees: Row = ['none', 'none', 'none', 'ok']
const serviceLists: Row = ['empty', 'empty', 'empty', 'ok']
// A visitor may delete nothing, a person some files.
const serviceRemoves: Row = ['denied', 'empty', 'empty', 'ok']

const closed = { upload: serviceOnly, upsert: serviceOnly, update: serviceOnly, signUpload: serviceOnly }
const fixed = {
  list: serviceLists,
  remove: serviceRemoves,
  move: serviceSees,
  steal: serviceSees,
  copy: serviceSees,
}
const publicRead = {
  download: everyone,
  info: everyone,
  sign: everyone,
  publicUrl: everyone,
  signMany: everyone,
}
const noPublicUrl: Row = ['denied', 'denied', 'denied', 'denied']

const expected: Record<string, Record<string, Row>> = {
  avatars: {
    ...publicRead,
    upload: ownerOnly,
    upsert: ownerOnly,
    update: ownerOnly,
    signUpload: ownerOnly,
    list: ['empty', 'ok', 'empty', 'ok'],
    remove: ['denied', 'ok', 'empty', 'ok'],
    removeOne: ['denied', 'ok', 'none', 'ok'],
    move: ownerSees,
    // Into another person's folder.
    steal: ['none', 'denied', 'none', 'ok'],
    copy: ownerSees,
  },
  'payment-proofs': {
    upload: ownerOnly,
    upsert: serviceOnly,
    update: serviceOnly,
    signUpload: ownerOnly,
    download: ownerSees,
    info: ownerSees,
    sign: ownerSees,
    signMany: ['empty', 'ok', 'empty', 'ok'],
    publicUrl: noPublicUrl,
    list: ['empty', 'ok', 'empty', 'ok'],
    remove: serviceRemoves,
    removeOne: ['denied', 'denied', 'none', 'ok'],
    move: ['none', 'denied', 'none', 'ok'],
    steal: ['none', 'denied', 'none', 'ok'],
    copy: ownerSees,
  },
  'chat-files': {
    ...closed,
    ...fixed,
    removeOne: ['denied', 'none', 'none', 'ok'],
    download: serviceSees,
    info: serviceSees,
    sign: serviceSees,
    signMany: serviceLists,
    publicUrl: noPublicUrl,
  },
  'card-templates': { ...closed, ...fixed, ...publicRead, removeOne: ['denied', 'none', 'none', 'ok'] },
}

type Scene = { client: SupabaseClient; bucket: string; key: string; fresh: string; foreign: string }
type Answer = { data: unknown; error: { code?: string; message: string } | null }

const files = ({ client, bucket }: Scene) => client.storage.from(bucket)
const verbs: Record<string, (scene: Scene) => PromiseLike<Answer>> = {
  upload: async (scene) => files(scene).upload(scene.fresh, await picture()),
  upsert: async (scene) => files(scene).upload(scene.key, await picture(), { upsert: true }),
  update: async (scene) => files(scene).update(scene.key, await picture()),
  signUpload: (scene) => files(scene).createSignedUploadUrl(scene.fresh),
  download: (scene) => files(scene).download(scene.key),
  info: (scene) => files(scene).info(scene.key),
  sign: (scene) => files(scene).createSignedUrl(scene.key, 60),
  async signMany(scene) {
    const { data, error } = await files(scene).createSignedUrls([scene.key], 60)
    return { data: data?.filter(({ signedUrl }) => signedUrl !== null), error }
  },
  publicUrl: (scene) => call(scene, 'GET', `/object/public/${scene.bucket}/${scene.key}`),
  list: (scene) => files(scene).list(scene.key.split('/')[0]),
  remove: (scene) => files(scene).remove([scene.key]),
  removeOne: (scene) => call(scene, 'DELETE', `/object/${scene.bucket}/${scene.key}`),
  move: (scene) => files(scene).move(scene.key, scene.fresh),
  steal: (scene) => files(scene).move(scene.key, scene.foreign),
  copy: (scene) => files(scene).copy(scene.key, scene.fresh),
}

let app: TestApp
let owner: Person
let stranger: Person
let clients: Record<(typeof actors)[number], SupabaseClient>
let turn = 0

beforeAll(async () => {
  app = await startApp()
  owner = await signUp(app, 'Ana')
  stranger = await signUp(app, 'Ben')
  const service = app.client(app.keys.serviceKey)
  clients = { visitor: app.client(), owner: owner.client, stranger: stranger.client, service }
})
afterAll(() => app.stop())

async function call({ client }: Scene, method: string, path: string): Promise<Answer> {
  const { data } = await client.auth.getSession()
  const key = client === clients.service ? app.keys.serviceKey : app.keys.anonKey
  const authorization = `Bearer ${data.session?.access_token ?? key}`
  const answer = await app.fetch(`/storage/v1${path}`, { method, headers: { apikey: key, authorization } })
  if (answer.ok) return { data: await answer.arrayBuffer(), error: null }
  return { data: null, error: (await answer.json()) as { code: string; message: string } }
}

/** Prepares one file in the owner's folder, and keys that do not exist. */
async function setScene(actor: (typeof actors)[number], bucket: string): Promise<Scene> {
  const number = ++turn
  const scene = {
    client: clients[actor],
    bucket,
    key: `${owner.id}/file ${number}.png`,
    fresh: `${owner.id}/fresh ${number}.png`,
    foreign: `${stranger.id}/foreign ${number}.png`,
  }
  await app.owner.query('delete from storage.objects')
  const { error } = await clients.service.storage.from(bucket).upload(scene.key, await picture())
  expect(error).toBeNull()
  return scene
}

function outcomeOf({ data, error }: Answer): string {
  if (!error) return Array.isArray(data) && data.length === 0 ? 'empty' : 'ok'
  if (error.code === 'NoSuchKey') return 'none'
  if (error.code === 'AccessDenied' || error.code === 'NoSuchBucket') return 'denied'
  return `${error.code}: ${error.message}`
}

describe.each(Object.keys(expected))('%s', (bucket) => {
  it.each(Object.keys(verbs))('%s', async (verb) => {
    const outcomes: string[] = []
    for (const actor of actors) {
      // oxlint-disable-next-line no-await-in-loop -- each on a scene of its own
      const scene = await setScene(actor, bucket)
      // oxlint-disable-next-line no-await-in-loop
      outcomes.push(outcomeOf(await verbs[verb]!(scene)))
      if (outcomes.at(-1) !== 'ok') {
        // oxlint-disable-next-line no-await-in-loop -- a refused actor changed nothing
        const { rows } = await app.owner.query<{ name: string }>('select name from storage.objects')
        expect(rows).toEqual([{ name: scene.key }])
      }
    }
    expect(outcomes).toEqual(expected[bucket]?.[verb])
  })
})
