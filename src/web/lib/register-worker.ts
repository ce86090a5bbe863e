const address = '/service-worker.js'

/** TypeScript has no types for Trusted Types yet. */
type Policy = { createScriptURL(url: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

/** The Content-Security-Policy lets code load this script only. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  const createScriptURL = (url: string) => {
    if (url !== address) throw new TypeError('Not our worker')
    return url
  }
  return trustedTypes?.createPolicy('emote-worker', { createScriptURL }).createScriptURL(address) ?? address
}

let isAsked = false

/** From the next page on, the app opens offline. Where a browser has no workers (private window, no https) everything else works. */
export async function registerWorker(): Promise<void> {
  // Registered once a page: the browser refuses a second policy of the same name.
  if (isAsked || !('serviceWorker' in navigator)) return
  isAsked = true
  await navigator.serviceWorker.register(trustedAddress())
}
