import { setTimeout as wait } from 'node:timers/promises'
import { signWebhook } from '../signature.ts'
import { newId } from './sessions.ts'

/** A webhook's body and its signature. */
export type Delivery = { type: string; body: string; signature: string }

/** True: the receiver answered with a 2xx. */
export type Deliver = (delivery: Delivery) => Promise<boolean>

export type Deliveries = {
  /** Sends an event about a resource in the background. */
  send(type: string, resource: object): void
  stop(): Promise<void>
}

/** Before each next try, ms. PayMongo tries twelve times in about 136 minutes. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 128_000, 128_000, 128_000]

type Options = { secret: string; deliver: Deliver; clock: () => number; log: (line: string) => void }

export function createDeliveries({ secret, deliver, clock, log }: Options): Deliveries {
  const stopping = new AbortController()
  const under = new Set<Promise<void>>()

  async function tryAll(type: string, body: string): Promise<void> {
    for (const pause of [...pauses, 0]) {
      const signature = signWebhook(Buffer.from(body), { secret, isLive: false }, clock())
      // oxlint-disable no-await-in-loop -- one try after the other
      if (await deliver({ type, body, signature }).catch(() => false)) return
      if (pause) await wait(pause, undefined, { signal: stopping.signal })
      // oxlint-enable no-await-in-loop
    }
    log(`Test payments: the webhook of ${type} was not accepted. No more tries.`)
  }

  return {
    send(type, resource) {
      const seconds = Math.floor(clock() / 1_000)
      const attributes = { type, livemode: false, data: resource, previous_data: {}, created_at: seconds }
      const body = JSON.stringify({ data: { id: newId('evt'), type: 'event', attributes } })
      // Rejects only when the server stops.
      const sending = tryAll(type, body)
        .catch(() => {})
        .finally(() => under.delete(sending))
      under.add(sending)
    },
    async stop() {
      stopping.abort()
      await Promise.all(under)
    },
  }
}
