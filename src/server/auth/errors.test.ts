import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { asRefusal } from './errors.ts'

const statusOf = (code: string) =>
  asRefusal(Object.assign(new DatabaseError('refused', 7, 'error'), { code })).status

it.each(['40P01', '40001', '55P03', '53100', '53300'])(
  "PostgreSQL's error %s becomes a 503, so the client may try again",
  (code) => expect(statusOf(code)).toBe(503),
)

it('a row that is gone meanwhile becomes a 409', () => expect(statusOf('23503')).toBe(409))

it.each(['XX000', '42P01', '25P02'])("PostgreSQL's error %s becomes a 500", (code) =>
  expect(statusOf(code)).toBe(500),
)
