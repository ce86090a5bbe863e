import { randomUUID } from 'node:crypto'
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBell, subscribe } from '../support/live.ts'
import { type Nodes, type ServerNode, startNodes } from '../support/nodes.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'

const everyone = 'global-online-users'

type Person = { id: string; codename: string; client: SupabaseClient }

type Scene = {
  all: Nodes
  redis: TestRedis | undefined
  one: ServerNode
  two: ServerNode
  mina: Person
  ben: Person
}

/** The promises of two real server processes to their people, the same with and without Redis. */
export function describeNodes(withRedis: boolean): {
  nodes: () => Nodes
  redis: () => TestRedis | undefined
} {
  let scene: Scene
  beforeAll(async () => {
    const redis = withRedis ? await startRedis() : undefined
    const all = await startNodes(2, redis?.url)
    const [one, two] = all.nodes as [ServerNode, ServerNode]
    scene = { all, redis, one, two, mina: await signUp(one, 'Mina'), ben: await signUp(two, 'Ben') }
  })
  afterAll(async () => {
    await Promise.all([scene.mina, scene.ben].map(({ client }) => client.realtime.disconnect()))
    await scene.all.stop()
    await scene.redis?.stop()
  })
  describeEvents(() => scene, withRedis)
  describeSessionEnd(() => scene)
  describePresence(() => scene)
  return { nodes: () => scene.all, redis: () => scene.redis }
}

function describeEvents(scene: () => Scene, withRedis: boolean): void {
  it('deliver an event that was committed through one node on both, once', async () => {
    const { mina, ben } = scene()
    const heard = [mina, ben].map(({ client }) => listen(client.channel('wall-masaya'), 'new_post'))
    await Promise.all(heard.map(({ joined }) => joined))
    const posts = [randomUUID(), randomUUID(), randomUUID()]
    for (const [at, id] of posts.entries()) {
      const writer = at % 2 === 0 ? mina : ben
      const post = { id, user_id: writer.id, mood: 'Joy', content: 'Salamat sa araw na ito' }
      expect((await writer.client.from('public_posts').insert(post)).error).toBeNull()
    }
    await Promise.all(heard.map(({ until }) => until((events) => events.some(({ id }) => id === posts[2]))))
    for (const { events } of heard) expect(events.map(({ id }) => id)).toEqual(posts)
  })

  it("deliver a client's broadcast on the other node, once, and store it only without Redis", async () => {
    const { all, mina, ben } = scene()
    await all.database.owner.query(`create policy "people may speak in this test" on realtime.messages
      for insert to authenticated with check (extension = 'broadcast' and topic = 'tambayan-general')`)
    const settings = { config: { private: true } }
    const speaker = mina.client.channel('tambayan-general', settings)
    const heard = listen(ben.client.channel('tambayan-general', settings), 'wave')
    await Promise.all([subscribe(speaker), heard.joined])
    for (const n of [1, 2, 3]) await speaker.send({ type: 'broadcast', event: 'wave', payload: { n } })
    await heard.until((events) => events.length === 3)
    expect(heard.events).toEqual([1, 2, 3].map((n) => expect.objectContaining({ n })))
    const { rowCount } = await all.database.owner.query(
      `select from realtime.messages where event = 'wave' and payload ? 'n'`,
    )
    expect(rowCount).toBe(withRedis ? 0 : 3)
  })
}

function describeSessionEnd(scene: () => Scene): void {
  it('close a channel on one node when its session ends through the other', async () => {
    const { one, two } = scene()
    const carla = await signUp(one, 'Carla')
    const elsewhere = two.client()
    const { data } = await carla.client.auth.getSession()
    await elsewhere.realtime.setAuth(data.session?.access_token ?? '')
    const channel = elsewhere.channel(`user-notifications-${carla.id}`, { config: { private: true } })
    let closed!: () => void
    const end = new Promise<void>((resolve) => (closed = resolve))
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED ? resolve() : closed()))
    })
    await carla.client.auth.signOut()
    await end
    await elsewhere.realtime.disconnect()
  })
}

function describePresence(scene: () => Scene): void {
  let here: ReturnType<typeof roster>

  it("show on one node who is on the other, from the profile and not from the client's data", async () => {
    const { mina, ben } = scene()
    here = roster(ben.client.channel(everyone, { config: { private: true } }))
    await here.joined
    const channel = mina.client.channel(everyone, { config: { private: true, presence: { key: 'forged' } } })
    await subscribe(channel)
    await channel.track({ userId: ben.id, codename: 'Emi', is_premium: true })
    await here.until((people) => people.has(mina.id))
    expect(here.people().get(mina.id)).toMatchObject([
      { userId: mina.id, codename: mina.codename, is_premium: false },
    ])
    expect(here.people().has('forged')).toBe(false)
  })

  it('remove the people of a paused node, and show them when it continues', async () => {
    const { one, mina } = scene()
    one.process.kill('SIGSTOP')
    await here.until((people) => !people.has(mina.id))
    one.process.kill('SIGCONT')
    await here.until((people) => people.has(mina.id))
  })
}

/** Runs last, because it kills a node. */
export function describeDeath(nodes: () => Nodes): void {
  it('remove the people of a killed node', async () => {
    const [one, two] = nodes().nodes as [ServerNode, ServerNode]
    const [dan, ella] = [await signUp(one, 'Dan'), await signUp(two, 'Ella')]
    const here = roster(ella.client.channel(everyone, { config: { private: true } }))
    await here.joined
    const channel = dan.client.channel(everyone, { config: { private: true } })
    await subscribe(channel)
    await channel.track({})
    await here.until((people) => people.has(dan.id))
    await one.kill('SIGKILL')
    await here.until((people) => !people.has(dan.id))
    await Promise.all([dan, ella].map(({ client }) => client.realtime.disconnect()))
    expect([two.process.exitCode, two.process.signalCode]).toEqual([null, null])
  })
}

export async function signUp(node: ServerNode, name: string): Promise<Person> {
  const client = node.client()
  const email = `${name.toLowerCase()}@example.test`
  const codename = `Tahimik ${name}`
  const { data, error } = await client.auth.signUp({ email, password: `lihim-ni-${name}-7` })
  if (error || !data.user) throw new Error(`${name} could not sign up: ${error?.message}`)
  const profile = await client.from('user_profiles').insert({ id: data.user.id, email, codename })
  if (profile.error) throw new Error(`${name} has no profile: ${profile.error.message}`)
  return { id: data.user.id, codename, client }
}

type Payload = Record<string, unknown>

export function listen(channel: RealtimeChannel, event: string) {
  const events: Payload[] = []
  const bell = createBell()
  channel.on('broadcast', { event }, ({ payload }: { payload: Payload }) => {
    events.push(payload)
    bell.ring()
  })
  const until = (done: (events: Payload[]) => boolean) => bell.until(() => done(events))
  return { events, until, joined: subscribe(channel) }
}

export function roster(channel: RealtimeChannel) {
  const bell = createBell()
  const people = () => new Map(Object.entries(channel.presenceState()))
  channel.on('presence', { event: 'sync' }, bell.ring)
  const until = (done: (people: Map<string, unknown[]>) => boolean) => bell.until(() => done(people()))
  return { people, until, joined: subscribe(channel) }
}
