import { randomUUID } from 'node:crypto'
import type { Poll } from '../../src/shared/polls.ts'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'

type Answer = { status: number; body: Record<string, unknown> }

/** Calls a function as the person, or as a visitor. A body makes it a POST. */
export async function callAs(
  app: TestApp,
  person: Person | undefined,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await app.fetch(`/functions/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person?.token ?? app.keys.anonKey}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** The list of polls as the person sees it, or a visitor. */
export async function pollsOf(app: TestApp, person?: Person): Promise<Poll[]> {
  const { body } = await callAs(app, person, 'fetch-polls')
  return body['polls'] as Poll[]
}

/** Stores a poll without a request. */
export async function plantPoll(
  { owner }: Pick<TestApp, 'owner'>,
  { id: creator }: Pick<Person, 'id'>,
  options = ['Kape', 'Tsaa', 'Gatas'],
): Promise<string> {
  const id = randomUUID()
  await owner.query(`insert into public.polls (id, user_id, question, options) values ($1, $2, $3, $4)`, [
    id,
    creator,
    'Ano ang nasa tasa mo ngayon?',
    options,
  ])
  return id
}
