// Three accounts that try to hold everything up: renames, posts and withdrawals in loops, sixteen at once for each account.
import { randomUUID } from 'node:crypto'
import { serveTasks } from './processes.ts'

export type Attacker = { id: string; token: string; network: string }
export type AttackTask = { origin: string; key: string; attackers: Attacker[]; milliseconds: number }
/** Answers by status. */
export type AttackResult = Record<string, number>

const lanes = 16

type Call = [method: 'PATCH' | 'POST', path: string, body: object]
const calls: ((person: Attacker, at: number) => Call)[] = [
  ({ id }, at) => ['PATCH', `/rest/v1/user_profiles?id=eq.${id}`, { codename: `Alon ${at % 1_000}` }],
  () => ['POST', '/rest/v1/public_posts', { mood: 'Calm', content: 'paulit-ulit' }],
  () => ['POST', '/functions/v1/withdraw', { id: randomUUID() }],
]

serveTasks(async ({ origin, key, attackers, milliseconds }: AttackTask): Promise<AttackResult> => {
  const until = performance.now() + milliseconds
  const seen: AttackResult = {}
  let next = 0
  const lane = async (person: Attacker, first: number) => {
    while (performance.now() < until) {
      const [method, path, body] = (calls[first % calls.length] ?? calls[0]!)(person, next++)
      // oxlint-disable-next-line no-await-in-loop -- a lane does one request at a time
      const response = await fetch(origin + path, {
        method,
        headers: {
          apikey: key,
          authorization: `Bearer ${person.token}`,
          'content-type': 'application/json',
          'x-forwarded-for': person.network,
        },
        body: JSON.stringify(body),
      })
      // oxlint-disable-next-line no-await-in-loop -- the same
      await response.arrayBuffer()
      seen[response.status] = (seen[response.status] ?? 0) + 1
    }
  }
  await Promise.all(
    attackers.flatMap((person) => Array.from({ length: lanes }, (_, first) => lane(person, first))),
  )
  return seen
})
