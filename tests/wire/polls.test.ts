import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Poll } from '../../src/shared/polls.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { givePremium, signUp, type Person } from '../support/cast.ts'
import { collect, hangUp, liveClient, subscribe } from '../support/live.ts'
import { callAs, plantPoll, pollsOf } from '../support/polls.ts'

const hour = 3_600_000
let app: TestApp
/** Has Premium. */
let mina: Person
let ben: Person
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  ben = await signUp(app, 'Ben')
  await givePremium(app, [mina.id])
})
afterAll(() => app.stop())

const create = (fields: object, person = mina) =>
  callAs(app, person, 'create-poll', { question: 'Kape o tsaa?', options: ['Kape', 'Tsaa'], ...fields })
const remove = (poll: string, person = mina) => callAs(app, person, 'delete-poll', { poll_id: poll })
const refusal = (status: number, error: unknown) => ({ status, body: { success: false, error } })
const long = (letters: number) => '🌧'.repeat(letters)
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const idOf = ({ body }: { body: Record<string, unknown> }) => String(body['id'])
async function shown(id: string, person?: Person): Promise<Poll | undefined> {
  const polls = await pollsOf(app, person)
  return polls.find((poll) => poll.id === id)
}

describe('a new poll', () => {
  it('arrives as the specification sends it, and everybody sees it with its creator', async () => {
    const expires_at = new Date(Date.now() + hour).toISOString()
    const options = ['  Kape ', '', 'Tsaa na\n mainit']
    const { data, error } = await mina.client.functions.invoke<{ success: boolean; id: string }>(
      'create-poll',
      {
        body: { question: ' Kape o tsaa? ', options, expires_at },
      },
    )
    expect(error).toBeNull()
    expect(data).toEqual({ success: true, id: expect.any(String) })
    const poll = {
      id: data?.id,
      user_id: mina.id,
      question: 'Kape o tsaa?',
      options: ['Kape', 'Tsaa na mainit'],
      vote_counts: [0, 0],
      total_votes: 0,
      has_voted: false,
      user_vote_index: null,
      voter_id: null,
      expires_at,
      is_open: true,
      created_at: expect.any(String),
      creator_codename: mina.codename,
      creator_avatar_url: null,
      creator_is_premium: true,
    }
    expect(await shown(String(data?.id))).toEqual(poll)
    expect(await shown(String(data?.id), ben)).toEqual({ ...poll, voter_id: expect.any(String) })
    const { data: visited } = await app.client().functions.invoke<{ polls: Poll[] }>('fetch-polls', {
      method: 'GET',
    })
    expect(visited?.polls).toEqual([poll])
  })

  it('is for Premium of this moment only', async () => {
    const premiumOnly = refusal(403, 'Para sa Premium ang paggawa ng poll. Puwede ka pa ring bumoto.')
    expect(await create({}, ben)).toMatchObject(premiumOnly)
    await givePremium(app, [ben.id], '-1 second')
    expect(await create({}, ben)).toMatchObject(premiumOnly)
    expect(await callAs(app, undefined, 'create-poll', {})).toMatchObject(refusal(401, 'No session'))
  })

  it.each([
    ['no question', { question: undefined }, 'Please enter a question'],
    ['a blank question', { question: ' \n\u200b' }, 'Please enter a question'],
    ['a long question', { question: long(301) }, 'Hanggang 300 letra lang ang tanong.'],
    ['no options', { options: null }, 'Please provide at least 2 options'],
    ['one option beside blank ones', { options: ['Oo', ' ', '\u3164'] }, 'Please provide at least 2 options'],
    ['options that are no texts', { options: ['Oo', 7] }, expect.stringContaining('"options.1"')],
    [
      'eleven options',
      { options: Array.from({ length: 11 }, (_, n) => `${n}`) },
      'Hanggang 10 sagot lang ang isang poll.',
    ],
    ['a long option', { options: ['Oo', long(101)] }, 'Hanggang 100 letra lang ang isang sagot.'],
    ['an end in the past', { expires_at: ago(hour) }, expect.stringContaining('5 minuto')],
    ['an end in four minutes', { expires_at: ago(-240_000) }, expect.stringContaining('5 minuto')],
    ['an end in years', { expires_at: ago(-400 * 24 * hour) }, expect.stringContaining('isang taon')],
    ['an end without a zone', { expires_at: '2099-01-01T00:00' }, expect.stringContaining('oras')],
    ['an end that is no time', { expires_at: 'bukas' }, expect.stringContaining('oras')],
    ['an id that is none', { id: 'poll' }, expect.stringContaining('"id"')],
    ['a creator', { user_id: randomUUID() }, expect.stringContaining('"user_id"')],
  ])('with %s is refused in words', async (_, fields, error) => {
    expect(await create(fields)).toMatchObject(refusal(400, error))
  })

  it.each([
    ['white space', [' Oo  na', 'Oo na\t']],
    ['white space of other alphabets', ['Oo na', 'Oo\u00a0na\u3000']],
    ['case', ['OO', 'oo']],
    ['signs that show nothing', ['Oo', 'O\u200bo']],
    ['width', ['ＯＯ', 'oo']],
    ['marks that show nothing', ['Oo', 'O\u180b\u{1d173}o\ufff9']],
  ])('with options that differ in %s only is refused', async (_, options) => {
    expect(await create({ options: [...options, 'Hindi'] })).toMatchObject(
      refusal(400, 'May dalawang sagot na magkapareho. Ibahin ang isa.'),
    )
  })

  it('may have the longest texts, ten options, and no end', async () => {
    const options = Array.from({ length: 10 }, (_, n) => `${n}${long(99)}`)
    const poll = { question: long(300), options, expires_at: '' }
    expect(await shown(idOf(await create(poll)))).toMatchObject({ ...poll, expires_at: null, is_open: true })
  })

  it('that is sent twice under one id, even at once, is stored once', async () => {
    const id = randomUUID()
    const answers = await Promise.all([create({ id }), create({ id }), create({ id: id.toUpperCase() })])
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: { success: true, id } })))
    expect((await pollsOf(app)).filter((poll) => poll.id === id)).toHaveLength(1)
    await givePremium(app, [ben.id])
    expect(await create({ id }, ben)).toMatchObject(refusal(409, 'Failed to create poll'))
    await remove(id)
    expect(await create({ id })).toMatchObject(refusal(410, 'Nabura na ang poll na ito.'))
  })
})

describe('a poll', () => {
  it('is deleted by its creator with Premium, and live pages hear it', async () => {
    const poll = await plantPoll(app, mina)
    const visitor = await liveClient(app)
    const channel = visitor.channel('polls:global')
    const heard = collect(channel)
    await subscribe(channel)
    expect(await remove(poll, ben)).toMatchObject(
      refusal(403, 'Ang gumawa lang ng poll ang puwedeng magbura nito.'),
    )
    await givePremium(app, [mina.id], '-1 second')
    expect(await remove(poll)).toMatchObject(refusal(403, 'Para sa Premium ang pagbura ng poll.'))
    await givePremium(app, [mina.id])
    expect(await callAs(app, undefined, 'delete-poll', { poll_id: poll })).toMatchObject({ status: 401 })
    expect(await remove(poll)).toEqual({ status: 200, body: { success: true } })
    await expect.poll(() => heard).toEqual([{ event: 'poll_deleted', payload: { poll_id: poll } }])
    await hangUp(visitor)
    expect(await shown(poll)).toBeUndefined()
    expect(await remove(poll)).toMatchObject(refusal(404, 'Wala na ang poll na ito.'))
  })

  it('is out of sight across a block and for a person who muted its creator', async () => {
    const poll = await plantPoll(app, mina)
    for (const [table, column, by, of] of [
      ['user_blocks', 'blocked_id', ben, mina],
      ['user_blocks', 'blocked_id', mina, ben],
      ['user_mutes', 'muted_id', ben, mina],
    ] as const) {
      const row: object = { [column]: of.id }
      await by.client.from(table).insert(row).throwOnError()
      expect(await shown(poll, ben)).toBeUndefined()
      expect(await callAs(app, ben, 'vote-on-poll', { poll_id: poll, option_index: 0 })).toMatchObject({
        status: 404,
      })
      expect(await remove(poll, ben)).toMatchObject({ status: 404 })
      expect(await shown(poll, mina)).toMatchObject({ id: poll })
      await by.client.from(table).delete().eq(column, of.id).throwOnError()
    }
    expect(await shown(poll, ben)).toMatchObject({ id: poll })
  })

  it('can be reported, and its words are kept for the moderators', async () => {
    const poll = await plantPoll(app, mina)
    const report = { reported_item_type: 'poll', reported_item_id: poll, reason: 'spam' }
    expect(await callAs(app, ben, 'submit-report', report)).toMatchObject({ status: 200 })
    expect(await callAs(app, ben, 'submit-report', report)).toMatchObject({ status: 409 })
    await remove(poll)
    const { rows } = await app.owner.query(
      'select reported_user_id, reported_content, status from public.reports where reported_item_id = $1',
      [poll],
    )
    const reported_content = 'Ano ang nasa tasa mo ngayon?\nKape\nTsaa\nGatas'
    expect(rows).toEqual([{ reported_user_id: mina.id, reported_content, status: 'gone' }])
    expect(await callAs(app, ben, 'submit-report', report)).toMatchObject({ status: 404 })
  })

  it('shows the codename of its creator to clients that look it up by id', async () => {
    const carla = await signUp(app, 'Carla')
    const lookUp = () =>
      app.client().from('public_user_profiles_view').select('id, codename').eq('id', carla.id)
    expect((await lookUp()).data).toEqual([])
    await plantPoll(app, carla)
    expect((await lookUp()).data).toEqual([{ id: carla.id, codename: carla.codename }])
  })
})

describe('the list of polls', () => {
  it('has the newest fifty and those that the person voted in, and older ones by their cursor', async () => {
    await app.owner.query('delete from public.polls')
    const planted: string[] = []
    // oxlint-disable-next-line no-await-in-loop -- the last one is the newest
    for (let n = 0; n < 103; n++) planted.push(await plantPoll(app, mina))
    const newestFirst = planted.toReversed()
    const votedIn = planted[1] ?? ''
    await callAs(app, ben, 'vote-on-poll', { poll_id: votedIn, option_index: 2 })
    const list = async (query: string, person?: Person) => {
      const { status, body } = await callAs(app, person, `fetch-polls${query}`)
      const polls = body['polls'] as Poll[]
      return { status, ids: polls.map(({ id }) => id), next: body['next'], polls }
    }
    const first = await list('', ben)
    expect(first.ids).toEqual([...newestFirst.slice(0, 50), votedIn])
    expect(first.polls.at(-1)).toMatchObject({ has_voted: true, user_vote_index: 2, vote_counts: [0, 0, 1] })
    expect((await list('')).ids).toEqual(newestFirst.slice(0, 50))
    const second = await list(`?before=${String(first.next)}`, ben)
    expect(second.ids).toEqual(newestFirst.slice(50, 100))
    const third = await list(`?before=${String(second.next)}&_=${Date.now()}`, ben)
    expect(third).toMatchObject({ ids: newestFirst.slice(100), next: null })
  })

  it('takes a parameter against caches, and refuses every other by name', async () => {
    for (const query of ['', '?t=1763884800000', '?_=0.8412', '?cb=.5'])
      expect(await callAs(app, undefined, `fetch-polls${query}`)).toMatchObject({
        status: 200,
        body: { success: true },
      })
    for (const [query, name] of [
      ['?limit=5', 'limit'],
      ['?before=', 'before'],
      ['?before=-1', 'before'],
      ['?before=1&before=2', 'before'],
      ['?user_id=eq.1763884800000', 'user_id'],
    ])
      expect(await callAs(app, undefined, `fetch-polls${query}`)).toMatchObject(
        refusal(400, `The parameter "${name}" is missing, unknown or wrong.`),
      )
  })

  it('is compressed for browsers, refused with a session that has ended, and read by GET only', async () => {
    const ask = (init: RequestInit) => app.fetch('/functions/v1/fetch-polls', init)
    const headers = { apikey: app.keys.anonKey }
    const packed = await ask({ headers: { ...headers, 'accept-encoding': 'br, gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect((await packed.arrayBuffer()).byteLength).toBeLessThan(8_000)
    expect((await ask({ method: 'POST', headers })).status).toBe(405)
    const dan = await signUp(app, 'Dan')
    await dan.client.auth.signOut()
    expect(await callAs(app, dan, 'fetch-polls')).toMatchObject({ status: 401 })
  })
})
