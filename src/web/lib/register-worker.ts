const address = '/service-worker.js'

/** Trusted Types, of which TypeScript knows nothing yet: what it makes is taken where a script's address is. */
type Policy = { createScriptURL(url: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

/** The pages' policy lets code name this one script and no other. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  const createScriptURL = (url: string) => {
    if (url !== address) throw new TypeError('Not our worker')
    return url
  }
  return trustedTypes?.createPolicy('emote-worker', { createScriptURL }).createScriptURL(address) ?? address
}

let isAsked = false

/** From the next page on the app opens without a signal. Where there are no workers (private windows, no https) all else works. */
export async function registerWorker(): Promise<void> {
  // Once a page, whoever comes after whom: a policy of the same name is refused.
  if (isAsked || !('serviceWorker' in navigator)) return
  isAsked = true
  await navigator.serviceWorker.register(trustedAddress())
}
