import { refusal } from '../errors.ts'
import type { Operation } from '../deps.ts'
import type { User } from '../users.ts'
import { accountBody, countAccounts, selectAccounts } from './accounts.ts'

const usualPage = 50
const largestPage = 1_000

/** GET /admin/users?page=&per_page=: the newest first. */
export const listUsers: Operation = async (tools, { url }) => {
  const page = numberOf(url, 'page', 1, 1_000_000)
  const each = Math.min(numberOf(url, 'per_page', usualPage, Number.MAX_SAFE_INTEGER), largestPage)
  const { total, users } = await tools.db.asService(
    async (tx) => {
      const counted = tx.query<{ total: number }>(countAccounts)
      const order = 'order by u.created_at desc, u.id desc limit $1 offset $2'
      const found = tx.last<User>(selectAccounts(order, [each, (page - 1) * each]))
      return { total: (await counted).rows[0]?.total ?? 0, users: (await found).rows }
    },
    { readOnly: true },
  )
  return Response.json(
    { users: users.map(accountBody), aud: 'authenticated' },
    { headers: { 'x-total-count': String(total), link: linksOf(url, page, each, total) } },
  )
}

function numberOf(url: URL, name: string, usual: number, most: number): number {
  const text = url.searchParams.get(name) ?? ''
  if (text === '') return usual
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > most) {
    throw refusal(
      400,
      'validation_failed',
      `Bad Pagination Parameters: ${name} must be a whole number from 1`,
    )
  }
  return number
}

/** RFC 8288. The client reads the page's number behind the first `=`. */
function linksOf({ pathname }: URL, page: number, each: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / each))
  const link = (to: number, rel: string) => `<${pathname}?page=${to}&per_page=${each}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
