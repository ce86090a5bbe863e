import { createPaymongo } from './paymongo.ts'
import type { PaymentProvider } from './provider.ts'
import type { Deliver } from './test-provider/deliveries.ts'
import { createTestProvider, type TestProvider, testPaymentsPrefix } from './test-provider/index.ts'

export const webhookPath = '/webhooks/paymongo'

type Secrets = { secretKey: string; webhookSecret: string }
type Options = {
  paymongo: (Secrets & { baseUrl: string; methods: readonly string[] }) | undefined
  /** Settings of the test provider. Undefined: without PayMongo there are no payments. */
  test:
    | (Secrets & {
        folder: string
        publicUrl: string
        /** Where this server listens. Known after the start. */
        serverUrl: () => string
        /** How its webhooks arrive, by default over HTTP. */
        deliver?: Deliver | undefined
      })
    | undefined
  clock?: (() => number) | undefined
  log: (line: string) => void
}

/** The test provider is reached over HTTP by the same client as PayMongo. */
export function openPaymentProvider({ paymongo, test, clock, log }: Options): {
  provider?: PaymentProvider
  testProvider?: TestProvider
} {
  if (paymongo)
    return { provider: createPaymongo({ by: 'paymongo', ...paymongo, baseUrl: () => paymongo.baseUrl }) }
  if (!test) return {}
  const { serverUrl, deliver = deliverTo(serverUrl), ...settings } = test
  return {
    provider: createPaymongo({
      by: 'test',
      secretKey: test.secretKey,
      webhookSecret: test.webhookSecret,
      baseUrl: () => serverUrl() + testPaymentsPrefix,
      methods: ['gcash', 'paymaya', 'card'],
    }),
    testProvider: createTestProvider({ ...settings, deliver, clock, log }),
  }
}

const deliverTo =
  (serverUrl: () => string): Deliver =>
  async ({ body, signature }) => {
    const response = await fetch(serverUrl() + webhookPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'paymongo-signature': signature },
      body,
      signal: AbortSignal.timeout(30_000),
    })
    await response.body?.cancel()
    return response.ok
  }
