import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moods } from '../../src/shared/moods.ts'
import { routes } from '../../src/shared/routes.ts'
import { conversationIdOf } from '../../src/shared/talks.ts'
import { expectAccessible, expectAccessibleEverywhere, type Site, startSite } from '../support/browser.ts'
import { insertEach, enter, givePremium, type Person, signUp } from '../support/cast.ts'

let site: Site
let mina: Person
let jun: Person
beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
  const posts = moods.map(({ value, slug }) => ({
    mood: value,
    content: `Mahaba-haba ito. ${'Hinga muna. '.repeat(60)}`,
    template_url: `/storage/v1/object/public/card-templates/${slug}-2.svg`,
  }))
  await insertEach(mina, 'public_posts', posts)
  await mina.client
    .from('diary_posts')
    .insert(moods.map(({ value, label }) => ({ mood: value, content: `${label}, para sa akin lang.` })))
    .throwOnError()
  await fillTalks()
  await fillPolls()
})
afterAll(() => site.stop())

/** Messages of Jun in General, which Mina answered, and his request to her. */
async function fillTalks(): Promise<void> {
  jun = await signUp(site.app, 'Jun')
  const { rows } = await site.app.owner.query<{ id: string }>(
    `insert into app.room_messages (wall_id, sender_id, message_text)
     values ('general', $1, 'Hinga muna tayo, @{' || $2::text || '}.') returning id`,
    [jun.id, mina.id],
  )
  await mina.client
    .from('live_chat_messages')
    .insert({ wall_id: 'general', message_text: 'Oo nga. Bukas ulit.', reply_to: rows[0]?.id })
    .throwOnError()
  await mina.client
    .from('live_chat_reactions')
    .insert({ message_id: rows[0]?.id, emoji: '❤️' })
    .throwOnError()
  await jun.client
    .from('direct_messages')
    .insert({
      conversation_id: conversationIdOf(jun.id, mina.id),
      sender_id: jun.id,
      receiver_id: mina.id,
      text: 'Kumusta ka na?',
    })
    .throwOnError()
}

/** Polls of Jun: Mina voted on one, and one is closed. */
async function fillPolls(): Promise<void> {
  await givePremium(site.app, [jun.id])
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const soon = new Date(Date.now() + 600_000).toISOString()
  for (const [at, id] of ids.entries()) {
    const body = {
      id,
      question: `Kape o tsaa? ${at}`,
      options: ['Kape', 'Tsaa'],
      expires_at: at === 2 ? soon : null,
    }
    const { error } = await jun.client.functions.invoke('create-poll', { body })
    if (error) throw error
  }
  await mina.client.functions.invoke('vote-on-poll', { body: { poll_id: ids[1], option_index: 0 } })
  await site.app.owner.query('update public.polls set expires_at = now() where id = $1', [ids[2]])
}

/** An element that each page shows once it has fetched its data. Other pages come with their code. */
const contents: [root: string, selector: string][] = [
  ['/wall/', '[data-post]'],
  ['/diary', 'main ol button'],
  ['/profile', 'text=Tahimik Mina'],
  ['/tambayan', '[role=log] [data-message]'],
  ['/polls', '[data-poll]'],
  ['/billing-manual', 'text=TEST QR.'],
  ['/billing/', 'h1'],
  ['/billing', 'text=Plan mo ngayon'],
]

describe('the rooms', () => {
  const rooms = routes
    .filter(({ access }) => access !== 'public')
    .flatMap(({ path }) => (path === '/wall/:mood' ? moods.map(({ slug }) => `/wall/${slug}`) : [path]))
  it.each(rooms)('the room %s has no accessibility fault', async (path) => {
    const visitor = await site.visitor()
    await enter(visitor, mina, path)
    const heading = visitor.page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    const content = contents.find(([root]) => path.startsWith(root))
    if (content) await visitor.page.locator(content[1]).first().waitFor()
    await expect.poll(() => heading.count()).toBe(1)
    await expectAccessibleEverywhere(visitor.page)
    expect(visitor.errors).toEqual([])
  })

  it('the dialogs of the rooms have no accessibility fault', async () => {
    const visitor = await site.visitor()
    const { page, errors } = visitor
    await enter(visitor, mina, '/wall/galit')
    await page
      .getByRole('link', { name: /Basahin lahat/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await expectAccessibleEverywhere(page)

    await page.goto('/diary')
    await page.getByRole('button', { name: /Galit, para sa akin lang/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Burahin' }).click()
    await page.getByRole('dialog', { name: 'Burahin ang entry na ’to?' }).waitFor()
    await expectAccessibleEverywhere(page)

    await page.goto('/write')
    await page.getByLabel('Ang nararamdaman mo').fill('Sige na nga.')
    await page.getByRole('button', { name: 'Bitawan mo na' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessibleEverywhere(page)
    expect(errors).toEqual([])
  })

  it('the menus, the people online, the conversations and the bell of talks have no accessibility fault', async () => {
    const visitor = await site.visitor()
    const { page, errors } = visitor
    await enter(visitor, mina, '/tambayan')
    await page.getByRole('button', { name: /❤️ 1, sa mensahe ni Tahimik Jun/ }).click()
    await page.getByRole('menuitem', { name: 'I-report' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Iba pa sa mensahe mo' }).click()
    await page.getByRole('menuitem', { name: 'I-edit' }).click()
    await page.getByRole('textbox').nth(1).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Mga online' }).click()
    await page.getByRole('dialog').getByText('Emi').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Mga notification' }).click()
    await page
      .getByRole('link', { name: /Tahimik Jun/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Nabasa ko na lahat' }).click()
    await page.getByText('Tahimik pa rito').waitFor()
    await expectAccessibleEverywhere(page)
    await page.goto('/tambayan?chats=1')
    await page.getByRole('link', { name: /Tahimik Jun/ }).waitFor()
    await expectAccessibleEverywhere(page)
    await page.goto(`/tambayan?dmUser=${jun.id}`)
    await page.getByRole('button', { name: 'Tanggihan' }).waitFor()
    await expectAccessibleEverywhere(page)
    expect(errors).toEqual([])
  })
})
