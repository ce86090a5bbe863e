import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeRows } from '../../scripts/row-types.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createDatabase(2)
})
afterAll(() => test.drop())

it('has row types that match the database (otherwise: npm run rows)', async () => {
  const written = await readFile(new URL('../../src/shared/rows.ts', import.meta.url), 'utf8')
  expect(written).toBe(await describeRows(test.owner))
})
