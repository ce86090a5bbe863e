import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  observe(route: string, status: number, seconds: number): void
  /** Mails by kind and outcome: sent, failed (will be tried again), given_up. */
  countMail: (kind: string, outcome: string) => void
  /** Counts attempts to push by outcome: sent, failed (tried again or given up), gone (the browser's row is deleted). */
  countPush: (outcome: string) => void
  /** Checkouts by the status that they took: paid, expired, refunded, disputed, failed. */
  countPayment: (status: string) => void
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
}

/** Prometheus figures of this process. Labels name gateways, never paths: a path can hold a person's id. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'emote_' })
  const requests = new Counter({
    name: 'emote_http_requests_total',
    help: 'Answers by gateway and status',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'emote_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'emote_mails_total',
    help: 'Mails by kind and outcome; a failed attempt is tried again',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const pushes = new Counter({
    name: 'emote_pushes_total',
    help: 'Attempts to push by outcome; gone: the browser takes no more pushes',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const payments = new Counter({
    name: 'emote_payments_total',
    help: 'Checkouts by the status that they took',
    labelNames: ['status'],
    registers: [registry],
  })
  return {
    countPayment: (status) => payments.inc({ status }),
    countPush: (outcome) => pushes.inc({ outcome }),
    countMail: (kind, outcome) => mails.inc({ kind, outcome }),
    observe(route, status, seconds) {
      requests.inc({ route, status })
      durations.observe({ route }, seconds)
    },
    gauge(name, help, read) {
      registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          collect() {
            this.set(read())
          },
        }),
      )
    },
    text: () => registry.metrics(),
  }
}
