// A node that stores files, or sweeps, until it is killed or kills itself at a given step. It prints its answers.
import { openDoor } from '../../src/server/db/door.ts'
import { makeKeys } from '../../src/server/http/keys.ts'
import { sweepFiles } from '../../src/server/jobs/sweep.ts'
import { createFiles, type Files } from '../../src/server/providers/files/index.ts'
import { createCleaner } from '../../src/server/cleaning/cleaner.ts'
import { storageGateway } from '../../src/server/storage/index.ts'

export type Order = {
  login: object
  files: Parameters<typeof createFiles>[0]
  work: 'upload' | 'sweep'
  /** The step at which it kills itself. Absent: never. */
  dieAt?: 'spooled' | 'row of the bytes' | 'bytes' | 'row of the file' | 'condemned' | 'deleted'
  /** The sweep's clock, ms. */
  at: number
  /** The beginning of its files' names. */
  prefix: string
}

process.on('disconnect', () => process.exit(0))
process.once('message', (order: Order) => void run(order))

async function run({ login, files: options, work, dieAt, at, prefix }: Order): Promise<void> {
  const dieIf = (step: Order['dieAt']) => {
    if (step === dieAt) process.kill(process.pid, 'SIGKILL')
  }
  const db = openDoor(login, 6)
  const store = createFiles(options)
  const files: Files = {
    ...store,
    async spool(...args) {
      const spooled = await store.spool(...args)
      dieIf('spooled')
      return spooled
    },
    async put(...args) {
      dieIf('row of the bytes')
      await store.put(...args)
      dieIf('bytes')
    },
    async remove(...args) {
      dieIf('condemned')
      await store.remove(...args)
      dieIf('deleted')
    },
  }
  if (work === 'sweep') {
    process.send?.(await sweepFiles({ db, files }, new Date(at)))
    return
  }
  const cleaner = createCleaner({ log: () => {} })
  const answer = storageGateway({
    db,
    keys: await makeKeys(),
    files,
    cleaner,
    log: () => {},
    limits: 'relaxed',
  })
  const upload = async (lane: number) => {
    for (let n = 0; ; n++) {
      // Every third upload replaces the one before, so that some bytes become unused.
      const name = `${prefix}-${lane}-${n - (n % 3 === 2 ? 1 : 0)}.txt`
      const request = new Request(`http://emote.test/storage/v1/object/chat-files/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'x-upsert': 'true' },
        body: `Liham ${prefix} ${lane} ${n} ${'ng pag-ibig '.repeat(n * 500)}`,
      })
      // oxlint-disable no-await-in-loop -- one after the other in each of three lanes
      const response = await answer(request, { role: 'service_role' }, '127.0.0.1')
      if (!response.ok) throw new Error(await response.text())
      dieIf('row of the file')
      process.send?.(name)
      // oxlint-enable no-await-in-loop
    }
  }
  await Promise.all([0, 1, 2].map(upload))
}
