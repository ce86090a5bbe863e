// `npm run schema` writes what is generated from the migrations: database/schema.sql and the types in src/shared.
// `npm run schema -- --freeze` also adds the digests of new migrations to database/migrations/frozen.sha256.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { freeze } from './schema/frozen.ts'
import { generate } from './schema/generate.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const migrations = at('database/migrations')
const folder = await mkdtemp(join(tmpdir(), 'emote-schema-'))
await chmod(folder, 0o755)
const postgres = await startEmbedded({ dataDir: folder, log: () => {}, durable: false })
try {
  await migrate(postgres.owner, migrations)
  const client = new Client(postgres.owner)
  await client.connect()
  const files = Object.entries(await generate(client))
  await Promise.all(files.map(([path, text]) => writeFile(at(path), text)))
  await client.end()
  if (process.argv.includes('--freeze')) await freeze(migrations)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true })
}
