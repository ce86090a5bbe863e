import { goodbye } from '../mail/goodbye.ts'
import type { Letter } from '../providers/mail/index.ts'
import type { AuthSettings } from './deps.ts'

const manila = new Intl.DateTimeFormat('fil-PH', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Manila',
})

/** `device`: such as "Chrome · Android". Null for an unknown client. */
export function newDevice(
  email: string,
  device: string | null,
  now: Date,
  { publicUrl }: AuthSettings,
): Letter {
  const text = [
    `Hi! May nag-log in sa account mo sa device na ngayon lang namin nakita: ${device ?? 'hindi kilalang app'}, ${manila.format(now)}.`,
    'Ikaw ito? Okay na, wala kang kailangang gawin.',
    'Hindi ikaw? Gumawa agad ng bagong password. Mala-log out ang lahat ng ibang devices:',
    `${publicUrl}/forgot-password`,
  ].join('\n\n')
  return { to: email, subject: 'May nag-log in sa Emote account mo', text: text + goodbye }
}

/** An administrator set it. The person may have asked for it, or somebody else in their name. */
export function passwordSet(email: string, { publicUrl }: AuthSettings): Letter {
  const text = [
    'Hi! Pinalitan ng team ng Emote ang password ng account mo, at na-log out ang lahat ng devices.',
    'Hindi mo ito hiningi? Gumawa agad ng bagong password:',
    `${publicUrl}/forgot-password`,
  ].join('\n\n')
  return { to: email, subject: 'Napalitan ang password mo sa Emote', text: text + goodbye }
}

/** Goes to the previous address. */
export function emailSet(oldEmail: string, { publicUrl }: AuthSettings): Letter {
  const text = [
    'Hi! Pinalitan ng team ng Emote ang email ng account mo. Hindi mo ito hiningi? Sabihin agad sa amin:',
    `${publicUrl}/contact`,
  ].join('\n\n')
  return { to: oldEmail, subject: 'Napalitan ang email mo sa Emote', text: text + goodbye }
}
