import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of PostgreSQL's socket. */
    postgres: string
  }
}

/** One real PostgreSQL for the run, with the migrated database `template_emote` that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'emote-test-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbedded({ dataDir: folder, log: () => {}, durable: false })
  const admin = new Client(postgres.owner)
  await admin.connect()
  await admin.query('create database template_emote')
  await admin.end()
  await migrate(
    { ...postgres.owner, database: 'template_emote' },
    fileURLToPath(new URL('../../database/migrations', import.meta.url)),
  )
  project.provide('postgres', String(postgres.owner.host))
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
