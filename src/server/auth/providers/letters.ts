import { writeLetter } from '../../mail/letter.ts'
import type { QueuedMail } from '../../mail/queued-mail.ts'
import type { Tools } from '../deps.ts'
import type { User } from '../users.ts'

type LetterTools = Pick<Tools, 'settings' | 'providers'>

/** Tells the owner of a new key to the account (threat 16). */
export function identityAdded(tools: LetterTools, user: User & { email: string }, name: string): QueuedMail {
  const label = labelOf(tools, name)
  const letter = writeLetter({ to: user.email, subject: `Puwede ka nang mag-log in gamit ang ${label}` }, [
    `Hi! Naidagdag ang ${label} sa Emote account mo. Mula ngayon, puwede ka nang mag-log in doon.`,
    ...notYou(tools),
  ])
  return { kind: 'identity_added', userId: user.id, content: { letter } }
}

export function identityRemoved(
  tools: LetterTools,
  user: User & { email: string },
  name: string,
): QueuedMail {
  const label = labelOf(tools, name)
  const letter = writeLetter({ to: user.email, subject: `Inalis ang ${label} sa Emote account mo` }, [
    `Hi! Inalis ang ${label} sa Emote account mo. Hindi ka na makakapag-log in gamit iyon.`,
    ...notYou(tools),
  ])
  return { kind: 'identity_removed', userId: user.id, content: { letter } }
}

const notYou = ({ settings }: LetterTools) => [
  'Hindi ikaw ang gumawa nito? Gumawa agad ng bagong password:',
  { url: `${settings.publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
]

const ours: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'number ng phone',
  web3: 'crypto wallet',
}

function labelOf({ providers }: LetterTools, name: string): string {
  const known = providers.find(name)?.config.label ?? ours[name]
  return known ?? (name.startsWith('sso:') ? 'log in ng organisasyon mo' : name)
}
