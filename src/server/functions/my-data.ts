import type { Claims } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import type { Operation, Takeaways } from './call.ts'
import { refusal } from './errors.ts'
import { zipOf } from './my-data/archive.ts'
import { entriesOf } from './my-data/entries.ts'

/** All that Emote keeps about the caller, as one zip that is made while it is sent. Nothing of it is stored. */
export const myData: Operation = {
  method: 'GET',
  signedOut: 'Not authenticated',
  pace: ['takeawayAccount', 'writeNetwork'],
  async answer({ db, uploads: { files }, takeaways }, { request, claims, now }) {
    if (new URL(request.url).search) throw refusal(400, 'This function takes no parameters')
    // Refuses a session that has ended before the first byte is sent.
    await db.as(claims, (tx) => tx.last({ text: 'select 1' }))
    const source = { db, claims, files, opener: takeaways.opener, now }
    const body = await inTurn(takeaways, claims, request.signal, () => zipOf(entriesOf(source)))
    const day = now.toISOString().slice(0, 10)
    return new Response(body, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="emote-data-${day}.zip"`,
      },
    })
  },
}

type Made = ReturnType<typeof zipOf>

/** The archive's body. Its turn lasts until the last byte is read or the reader leaves. */
function inTurn(
  { turns, log }: Takeaways,
  { sub }: Claims,
  signal: AbortSignal,
  make: () => Made,
): Promise<Made['body']> {
  return new Promise((resolve, reject) => {
    const work = async () => {
      const { body, done } = make()
      resolve(body)
      await done.catch((error: unknown) => {
        if (error !== undefined && !signal.aborted)
          log(`A download of own data broke off: ${describeFault(error)}`)
      })
    }
    turns({ account: sub }, work, signal).catch((error: unknown) =>
      // 499 is nginx's status for a caller who has left, for the metrics.
      reject(signal.aborted ? refusal(499, 'The download was cancelled') : error),
    )
  })
}
