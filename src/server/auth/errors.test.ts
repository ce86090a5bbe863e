import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { asRefusal } from './errors.ts'

const statusOf = (code: string) =>
  asRefusal(Object.assign(new DatabaseError('refused', 7, 'error'), { code })).status

it.each(['40P01', '40001', '55P03', '53100', '53300'])('%s may be tried again', (code) =>
  expect(statusOf(code)).toBe(503),
)

it.each(['XX000', '42P01', '25P02'])('%s is a fault of ours', (code) => expect(statusOf(code)).toBe(500))
