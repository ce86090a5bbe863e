// A server that writes numbers until it is killed, and prints each one after PostgreSQL acknowledged it.
import { Client } from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'

const { owner } = await startEmbedded({ dataDir: process.argv[2] ?? '', log: () => {} })
const client = new Client(owner)
await client.connect()
await client.query('create table written (n int primary key)')
for (let n = 1; n < 1_000_000; n++) {
  await client.query('insert into written values ($1)', [n])
  process.stdout.write(`${n}\n`)
}
