import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { turnLimits } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { forgetMailsTo } from '../mail/queued-mail.ts'
import type { Mail } from '../providers/mail/index.ts'
import type { Sms } from '../providers/sms/sms.ts'
import { erase, type Deps as EraseDeps } from './erase.ts'
import { ledgerKey, noteErasure } from './ledger.ts'

export type Erasure = {
  /** Ends the account through the caller's door. When it resolves, nobody sees the person any more, and in most cases every row is gone. */
  leave(person: string, door: Db): Promise<void>
  /** Hides and bans the person for good. The rows stay, and somebody else may take the address. */
  hide(person: string, door: Db, now: Date): Promise<void>
  /** Goes on with erasures of nodes that stopped, until `stopping`. */
  resume(stopping?: AbortSignal): Promise<void>
  /** Resolves when no erasure runs here. */
  idle(): Promise<void>
}

type Deps = Omit<EraseDeps, 'forgetMails'> & {
  mail: Pick<Mail, 'forget'>
  sms: Pick<Sms, 'forget'>
  /** The server's secret, for the ledger. */
  secret: Buffer
  /** The ledger's file. */
  ledger: string
  log: (line: string) => void
}

/** A caller waits this long for a large account, ms. The erasure then goes on without them. */
const patienceMs = 1_500

const isPhone = (address: string) => !address.includes('@')

export function createErasure({ db, files, mail, sms, secret, ledger, log }: Deps): Erasure {
  const forgetMails: EraseDeps['forgetMails'] = async (addresses, messages) => {
    await db.asService((tx) => tx.last(forgetMailsTo(secret, addresses, messages)))
    await mail.forget([...addresses.filter((each) => !isPhone(each)), ...messages])
    await sms.forget(addresses.filter(isPhone))
  }
  const turns = createTurns({
    ...turnLimits.erasures,
    refuse: () => new Error('The queue of erasures is full'),
  })
  const running = new Map<string, Promise<void>>()
  const run = (person: string) => {
    const found = running.get(person)
    if (found) return found
    const started = turns({}, () => erase({ db, files, forgetMails }, person))
      .catch((error: unknown) =>
        log(`An account is not erased yet. The next round goes on: ${describeFault(error)}`),
      )
      .finally(() => running.delete(person))
    running.set(person, started)
    return started
  }
  const note = (key: Buffer) =>
    noteErasure(ledger, key).catch((error: unknown) =>
      log(`The ledger of erased people cannot be written (${ledger}): ${describeFault(error)}`),
    )
  return {
    async leave(person, door) {
      const key = ledgerKey(secret, person)
      const beginning = { text: 'select app.begin_leaving($1, $2)', values: [person, key] }
      // Waits for what the person is writing.
      await door.asService((tx) => tx.last(beginning), { timeoutMs: 10_000 })
      await note(key)
      await Promise.race([run(person), wait(patienceMs, undefined, { ref: false })])
    },
    async hide(person, door, now) {
      const hiding = { text: 'select app.hide_account($1, $2) as addresses', values: [person, now] }
      const { rows } = await door.asService((tx) => tx.last<{ addresses: string[] | null }>(hiding), {
        timeoutMs: 10_000,
      })
      await forgetMails(rows[0]?.addresses ?? [], [])
    },
    async resume(stopping) {
      for (;;) {
        // oxlint-disable no-await-in-loop -- one account at a time
        const person = await claim(db)
        if (person === undefined) return
        // The node may have stopped before it wrote the line.
        await note(ledgerKey(secret, person))
        await run(person)
        // oxlint-enable no-await-in-loop
        if (stopping?.aborted) return
      }
    },
    async idle() {
      await Promise.all(running.values())
    },
  }
}

async function claim(db: Db): Promise<string | undefined> {
  const { rows } = await db.asService((tx) =>
    tx.last<{ user_id: string }>({
      text: `update app.leavings set due_at = now() + interval '30 seconds' where user_id = (
          select user_id from app.leavings where due_at <= now() order by due_at limit 1 for update skip locked)
        returning user_id`,
    }),
  )
  return rows[0]?.user_id
}
