// `npm run rows`: writes src/shared/rows.ts, the types of the rows that clients see, from a freshly migrated database.
import { mkdtemp, rm, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { describeRows } from './row-types.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'emote-rows-'))
await chmod(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {}, durable: false })
try {
  await migrate(postgres.owner, at('database/migrations'))
  const client = new Client(postgres.owner)
  await client.connect()
  await writeFile(at('src/shared/rows.ts'), await describeRows(client))
  await client.end()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true })
}
