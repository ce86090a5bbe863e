import type { AuthFeatures } from '../../shared/auth-features.ts'

export type PublicConfig = {
  anonKey: string
  realtimeKey: string
  /** The public key of web push; none when it is off. */
  pushKey?: string | null
  features: {
    auth?: AuthFeatures
    emailConfirmation?: boolean
    realtime?: boolean
    refine?: 'offline' | 'model'
    gifs?: 'own' | 'giphy'
    payments?: 'paymongo' | 'test' | 'off'
  }
  /** Manual payments: the account's name beside the QR, and whether the QR is the test picture. */
  manual?: { name: string | null; isTestQr: boolean }
  limits: { refinements?: number; quotaDays?: number }
  links: { facebook?: string | null; instagram?: string | null; email?: string | null }
}

const none: PublicConfig = { anonKey: '', realtimeKey: '', features: {}, limits: {}, links: {} }
let read: PublicConfig | undefined

export function publicConfig(): PublicConfig {
  if (typeof document === 'undefined') return none
  if (read) return read
  const content = document.querySelector('meta[name="emote-config"]')?.getAttribute('content')
  read = content ? { ...none, ...(JSON.parse(content) as Partial<PublicConfig>) } : none
  return read
}
