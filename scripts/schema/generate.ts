import type { Client } from 'pg'
import { readColumns } from './columns.ts'
import { describeDatabase, describeRows } from './types.ts'
import { describeFunctions } from './functions.ts'
import { describeRoles, describeTypes } from './roles.ts'
import { describeTables, describeViews } from './tables.ts'

const header = `-- Made by \`npm run schema\` from the migrations, to be read: every table and view with all that belongs to it, then the functions. A test keeps
-- it true. Objects belong to the migrating login unless an owner is named.`

/** The generated files by path, from a migrated database. */
export async function generate(client: Client): Promise<Record<string, string>> {
  await client.query(`begin; set local search_path = ''`)
  try {
    const parts = [header]
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one after the other
    for (const describe of [describeRoles, describeTypes, describeTables, describeViews, describeFunctions])
      parts.push(await describe(client))
    const columns = await readColumns(client)
    return {
      'database/schema.sql': `${parts.join('\n\n')}\n`,
      'src/shared/rows.ts': describeRows(columns),
      'src/shared/database.ts': describeDatabase(columns),
    }
  } finally {
    await client.query('rollback')
  }
}
