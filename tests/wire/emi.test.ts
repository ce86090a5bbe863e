import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emi } from '../../src/shared/emi.ts'
import { type AiServer, says, startAiServer } from '../support/ai-server.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { overBudget } from '../support/budget.ts'
import { givePremium, signUp, type Person } from '../support/cast.ts'
import { conversationOf, listed } from '../support/direct.ts'
import {
  answersOfEmi,
  callEmi,
  forgetTalks,
  holdAnswers,
  mentionEmi,
  tellEmi,
  usesOf,
} from '../support/emi.ts'

let provider: AiServer
let app: TestApp
let mina: Person
let ben: Person

beforeAll(async () => {
  provider = await startAiServer()
  app = await startApp({
    patient: true,
    ai: { model: { baseUrl: provider.baseUrl, model: 'tagapakinig' }, places: 20 },
  })
  ;[mina, ben] = [await newPerson('Mina'), await newPerson('Ben')]
})
const spoken = 'Nandito lang ako. Ano ang pinakamabigat ngayon?'
beforeEach(async () => {
  await forgetTalks(app)
  provider.asked.length = 0
  provider.behave(says(spoken))
})
afterAll(async () => {
  await app.stop()
  await provider.stop()
})

/** A person of two days, who has no slow mode. */
async function newPerson(name: string): Promise<Person> {
  const person = await signUp(app, name)
  await app.owner.query(`update auth.users set created_at = now() - interval '2 days' where id = $1`, [
    person.id,
  ])
  return person
}

const call = (person: Person, where: 'dm' | 'general', fields?: object) => callEmi(app, person, where, fields)
const said = (body: object) => ({ status: 200, body: { success: true, ...body } })
const answered = (remaining: number | null = 29) => said({ answered: true, remaining })
const nothing = said({ answered: false })
const answersTo = (person?: Person) => answersOfEmi(app, person)
const uses = (person: Person) => usesOf(app, person)
const use = (person: Person, count: number, settled = true) =>
  app.owner.query(
    `insert into public.usage_emi_messages (user_id, settled_at) select $1, case when $3 then now() end from generate_series(1, $2)`,
    [person.id, count, settled],
  )
const hold = () => holdAnswers(provider, spoken)

describe('Emi in private', () => {
  it('stores her answer as a message like any other, with an unread count, and takes one use', async () => {
    await tellEmi(mina)
    expect(await call(mina, 'dm')).toEqual(answered())
    expect(await answersTo(mina)).toMatchObject([{ text: spoken }])
    expect(await listed(mina, emi)).toMatchObject({
      other_codename: 'Emi',
      other_avatar_url: '/emi.svg',
      unread: 1,
      state: 'open',
      last_text: spoken,
    })
    expect(await uses(mina)).toEqual({ settled: 1, reserved: 0 })
    const { count } = await mina.client.from('usage_emi_messages').select('*', { count: 'exact', head: true })
    expect(count).toBe(1)
  })

  it('answers a message once, however often and at whatever moment the call is repeated', async () => {
    await tellEmi(mina)
    const calls = await Promise.all(Array.from({ length: 6 }, () => call(mina, 'dm')))
    // A call that came after the answer has nothing left to do.
    for (const answer of calls) expect([answered(), nothing]).toContainEqual(answer)
    expect(await call(mina, 'dm')).toEqual(nothing)
    expect(await answersTo(mina)).toHaveLength(1)
    expect(await uses(mina)).toEqual({ settled: 1, reserved: 0 })
  })

  it('answers what is written while she works in a second answer, one at a time', async () => {
    const model = hold()
    await tellEmi(mina, 'una')
    const first = call(mina, 'dm')
    await model.arrived()
    await tellEmi(mina, 'ikalawa')
    const second = call(mina, 'dm')
    await expect.poll(() => uses(mina)).toEqual({ settled: 0, reserved: 2 })
    expect(provider.asked).toHaveLength(1)
    model.release()
    expect(await Promise.all([first, second])).toMatchObject([{ status: 200 }, answered(28)])
    expect(await answersTo(mina)).toHaveLength(2)
    expect(provider.asked[1]?.text).toContain('ikalawa')
  })

  it('answers several lines together, for one use', async () => {
    for (const text of ['una', 'ikalawa', 'ikatlo']) await tellEmi(mina, text)
    expect(await call(mina, 'dm')).toEqual(answered())
    expect(provider.asked[0]?.text).toMatch(/una[^]*ikalawa[^]*ikatlo/)
    expect(await answersTo(mina)).toHaveLength(1)
  })

  it('reads the last five lines of the database, whatever the request says', async () => {
    for (const text of ['isa', 'dalawa', 'tatlo', 'apat', 'lima']) {
      await tellEmi(mina, `${text} ${'na'.repeat(3)}`)
      await call(mina, 'dm')
    }
    provider.asked.length = 0
    await tellEmi(mina, 'anim na')
    await call(mina, 'dm', { message: 'PEKE', recentContext: 'Emi: PEKE' })
    const sent = provider.asked[0]?.text ?? ''
    expect(sent).toContain('anim na')
    expect(sent).not.toMatch(/PEKE|isa nanana|dalawa/)
  })

  it('the offline responder answers when the model fails', async () => {
    provider.behave((response) => response.writeHead(500).end())
    await tellEmi(mina)
    expect(await call(mina, 'dm')).toEqual(answered())
    const [answer] = await answersTo(mina)
    expect(answer?.text).toMatch(/\p{L}/u)
  })

  it('takes no use when nothing was written, and none for a message older than ten minutes', async () => {
    expect(await call(mina, 'dm')).toEqual(nothing)
    const id = await tellEmi(mina)
    await app.owner.query(
      `update public.direct_messages set created_at = now() - interval '11 minutes' where id = $1`,
      [id],
    )
    expect(await call(mina, 'dm')).toEqual(nothing)
    expect(await uses(mina)).toEqual({ settled: 0, reserved: 0 })
  })
})

describe('Emi in General', () => {
  it('answers the message that calls her, by word or by mention, and no other', async () => {
    await mentionEmi(mina, 'walang tumawag sa kanya, emi@emi.com, @emilia, x@emi')
    expect(await call(mina, 'general')).toEqual(nothing)
    for (const text of ['Hoy @EMI, gising ka?', `@{${emi.id}} gising ka?`]) {
      const id = await mentionEmi(mina, text)
      expect(await call(mina, 'general')).toMatchObject({ body: { answered: true } })
      expect((await answersTo()).at(-1)).toMatchObject({ reply_to: id })
    }
    expect((await answersTo())[0]?.text).toBe(spoken)
  })

  it('answers ten people who call her at once, each once, at most five together, with a mention for each', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => newPerson(`Sampu${n}`)))
    await Promise.all(people.map((person) => mentionEmi(person)))
    const model = hold()
    const [first, ...others] = people
    const calls = first ? [call(first, 'general')] : []
    await model.arrived()
    calls.push(...others.map((person) => call(person, 'general')))
    const turns = 'select from app.emi_turns where answered_at is null'
    await expect.poll(async () => (await app.owner.query(turns)).rowCount).toBe(10)
    model.release()
    expect((await Promise.all(calls)).map(({ body }) => body['answered'])).toEqual(people.map(() => true))
    const mentioned = (await answersTo()).map(({ text }) => text.match(/@\{[\da-f-]{36}\}/g) ?? [])
    // The first was answered alone, the others by five and four.
    expect(mentioned.map((tokens) => tokens.length)).toEqual([expect.any(Number), 5, 4])
    const names = mentioned.slice(1).flat()
    expect(new Set(names).size).toBe(9)
    for (const person of people) expect(await uses(person)).toEqual({ settled: 1, reserved: 0 })
    const { data } = (await people[9]?.client.from('mentions').select('sender_id')) ?? {}
    expect(data).toEqual([{ sender_id: emi.id }])
  })

  it('sends no id, codename, address or link of anybody to the model', async () => {
    await mentionEmi(ben, `ako si ${ben.codename}, ben@example.com, https://x.example/a?b=1`)
    await mentionEmi(mina, `@emi sabi ni @{${ben.id}} ok lang, ${ben.codename.toUpperCase()} talaga`)
    expect(await call(mina, 'general')).toEqual(answered())
    const [asked] = provider.asked
    expect(asked?.text).toContain('Kaibigan 1')
    expect(asked?.text).toContain('[link]')
    for (const secret of [ben.id, mina.id, emi.id, ben.codename, mina.codename, 'example'])
      expect(asked?.body.toLowerCase()).not.toContain(secret.toLowerCase())
  })

  it('reads ten messages of at most 2,000 letters, without those of people who hide her', async () => {
    await app.owner.query(`insert into public.user_blocks (blocker_id, blocked_id) values ($1, $2)`, [
      ben.id,
      emi.id,
    ])
    await mentionEmi(ben, 'lihim sa kanya')
    await mentionEmi(mina, `luma ${'a'.repeat(1_990)}`)
    await mentionEmi(mina, `@emi bago ${'b'.repeat(500)}`)
    await call(mina, 'general')
    const sent = provider.asked[0]?.text ?? ''
    expect(sent).toContain('@Emi bago'.toLowerCase())
    expect(sent).not.toMatch(/lihim|luma/)
    expect(sent.match(/[ab]{2,}/g)?.join('').length).toBeLessThanOrEqual(2_000)
  })

  it('answers words of crisis of one person alone, with care, and the others after it', async () => {
    const id = await mentionEmi(mina, '@emi gusto ko nang mamatay, ayoko na mabuhay')
    const before = await mentionEmi(ben)
    await Promise.all([call(ben, 'general'), call(mina, 'general')])
    const answers = await answersTo()
    const care = answers.find(({ reply_to }) => reply_to === id)
    expect(care?.text).toMatch(/📞|\d{4}/)
    expect(care?.text).not.toContain(ben.id)
    expect(answers.find(({ reply_to }) => reply_to === before)?.text).toContain(spoken)
    expect([await uses(mina), await uses(ben)]).toEqual([
      { settled: 0, reserved: 0 },
      { settled: 1, reserved: 0 },
    ])
  })

  it('asks each person alone when the model suspects that somebody is in danger', async () => {
    provider.behave(says('CRISIS'))
    await mentionEmi(mina)
    await mentionEmi(ben)
    const both = await Promise.all([call(mina, 'general'), call(ben, 'general')])
    expect(both.map(({ body }) => body['answered'])).toEqual([true, true])
    const answers = await answersTo()
    expect(answers).toHaveLength(2)
    for (const { text } of answers) expect(text).not.toContain('CRISIS')
    expect((await app.owner.query('select from public.emi_care')).rowCount).toBe(0)
  })

  it('mentions a person who may have scrolled on, and not one who blocked her meanwhile', async () => {
    await mentionEmi(mina)
    const turn = `insert into app.emi_turns (message_id, topic, asker, seq) values ($1, 'tambayan-general', $2, 1)`
    await app.owner.query(turn, [await mentionEmi(ben), ben.id])
    const model = holdAnswers(provider, 'Kaibigan 1, hinga muna tayo. Kaibigan 2, hinga muna tayo.')
    const calling = call(mina, 'general')
    await model.arrived()
    await ben.client.from('user_blocks').insert({ blocked_id: emi.id }).throwOnError()
    for (let n = 0; n < 5; n++) await mentionEmi(mina, 'may kasama ba dito')
    model.release()
    expect(await calling).toEqual(answered())
    expect(provider.asked[0]?.text).toContain('Kaibigan 2')
    expect((await answersTo())[0]?.text.match(/@\{.*?\}/g)).toEqual([`@{${mina.id}}`])
  })

  it('leaves a gap between two answers', async () => {
    await mentionEmi(mina)
    await call(mina, 'general')
    await app.owner.query(
      `update app.emi_talks set next_at = clock_timestamp() + interval '300 milliseconds'`,
    )
    const began = performance.now()
    await mentionEmi(mina)
    await call(mina, 'general')
    expect(performance.now() - began).toBeGreaterThan(290)
  })
})

describe('a call', () => {
  it('of a person who blocked or muted her is refused with kind words', async () => {
    await tellEmi(mina)
    await mina.client.from('user_mutes').insert({ muted_id: emi.id }).throwOnError()
    expect(await call(mina, 'dm')).toMatchObject({
      status: 403,
      body: { error: expect.stringMatching(/Emi/) },
    })
    await ben.client.from('user_blocks').insert({ blocked_id: emi.id }).throwOnError()
    await mentionEmi(ben)
    expect(await call(ben, 'general')).toMatchObject({ status: 403 })
    expect(await answersTo()).toEqual([])
  })

  it('at the cap is refused, and two at once at 29 of 30 do not both pass', async () => {
    await use(mina, 29)
    await tellEmi(mina)
    await mentionEmi(mina)
    const both = await Promise.all([call(mina, 'dm'), call(mina, 'general')])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both).toContainEqual(answered(0))
    expect(both.find(({ status }) => status === 429)?.body).toMatchObject({
      remaining: 0,
      error: expect.stringContaining('30'),
    })
    expect(await uses(mina)).toEqual({ settled: 30, reserved: 0 })
  })

  it('of a person with Premium has no cap and takes no free use, also when Premium ends while she writes', async () => {
    const dina = await newPerson('Dina')
    await use(dina, 30)
    await givePremium(app, [dina.id])
    await tellEmi(dina)
    expect(await call(dina, 'dm')).toEqual(answered(null))
    await tellEmi(dina, 'nandiyan ka pa ba')
    const model = hold()
    const calling = call(dina, 'dm')
    await model.arrived()
    await givePremium(app, [dina.id], '-1 second')
    model.release()
    expect(await calling).toEqual(answered(0))
  })
})

it('over the budget of the server the offline responder answers', async () => {
  await overBudget(app, 'emiModel', async () => {
    await tellEmi(mina)
    expect(await call(mina, 'dm')).toEqual(answered())
    expect(provider.asked).toEqual([])
  })
})

describe('what happens while she works', () => {
  it('an erasure of the conversation leaves no answer and returns the use', async () => {
    const model = hold()
    await tellEmi(mina)
    const calling = call(mina, 'dm')
    await model.arrived()
    expect((await mina.client.functions.invoke('forget-emi', { body: {} })).error).toBeNull()
    model.release()
    expect(await calling).toEqual(nothing)
    expect([await answersTo(mina), await uses(mina)]).toEqual([[], { settled: 0, reserved: 0 }])
  })

  it('a block leaves no answer and returns the use', async () => {
    const model = hold()
    await tellEmi(mina)
    const calling = call(mina, 'dm')
    await model.arrived()
    await mina.client.from('user_blocks').insert({ blocked_id: emi.id }).throwOnError()
    model.release()
    expect(await calling).toEqual(nothing)
    expect([await answersTo(mina), await uses(mina)]).toEqual([[], { settled: 0, reserved: 0 }])
  })

  it('a deleted message gets no answer, and its use is returned', async () => {
    const model = hold()
    const id = await mentionEmi(mina)
    const calling = call(mina, 'general')
    await model.arrived()
    await mina.client.from('live_chat_messages').delete().eq('id', id).throwOnError()
    model.release()
    expect(await calling).toEqual(nothing)
    expect([await answersTo(), await uses(mina)]).toEqual([[], { settled: 0, reserved: 0 }])
  })

  it('a log-out leaves the answer to the message, which is still there', async () => {
    const elsa = await newPerson('Elsa')
    const model = hold()
    await tellEmi(elsa)
    const calling = call(elsa, 'dm')
    await model.arrived()
    await elsa.client.auth.signOut()
    model.release()
    expect(await calling).toEqual(answered())
    expect(await call(elsa, 'dm')).toMatchObject({ status: 401 })
  })

  it('a deleted account gets none, and the others get theirs', async () => {
    const fe = await newPerson('Fe')
    const model = hold()
    await mentionEmi(fe)
    const calling = call(fe, 'general')
    await model.arrived()
    await mentionEmi(ben)
    const other = call(ben, 'general')
    await expect.poll(() => uses(ben)).toEqual({ settled: 0, reserved: 1 })
    await app.owner.query('delete from auth.users where id = $1', [fe.id])
    model.release()
    expect(await Promise.all([calling, other])).toEqual([nothing, answered()])
    expect(await answersTo()).toHaveLength(1)
  })

  it('another node that died is replaced after its lease, and its uses are returned', async () => {
    const id = await tellEmi(mina)
    const topic = `dm-${conversationOf(mina, emi)}`
    await use(mina, 1, false)
    await app.owner.query(
      `insert into app.emi_talks (topic, runner, until) values ($1, $2, now() + interval '1 minute')`,
      [topic, mina.id],
    )
    await app.owner.query(
      `insert into app.emi_turns (message_id, topic, asker, seq, use_id, runner)
       select $1, $2, $3, 1, u.id, $3 from public.usage_emi_messages as u where u.user_id = $3`,
      [id, topic, mina.id],
    )
    expect(await call(mina, 'dm')).toEqual(said({ answered: false, waits: true }))
    await app.owner.query(
      `update app.emi_talks set until = now() - interval '1 second' where until is not null`,
    )
    expect(await call(mina, 'dm')).toEqual(answered())
    expect([await answersTo(mina), await uses(mina)]).toMatchObject([[{}], { settled: 1, reserved: 0 }])
  })
})
