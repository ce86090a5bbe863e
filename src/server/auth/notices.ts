import { writeLetter } from '../mail/letter.ts'
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
  return writeLetter({ to: email, subject: 'May nag-log in sa Emote account mo' }, [
    `Hi! May nag-log in sa account mo sa device na ngayon lang namin nakita: ${device ?? 'hindi kilalang app'}, ${manila.format(now)}.`,
    'Ikaw ito? Okay na, wala kang kailangang gawin.',
    'Hindi ikaw? Gumawa agad ng bagong password. Mala-log out ang lahat ng ibang devices:',
    { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
  ])
}

/** Goes to the mailbox of the account, with the end of the number only. */
export function phoneChanged(email: string, phone: string, { publicUrl }: AuthSettings): Letter {
  return writeLetter({ to: email, subject: 'May bagong number ang Emote account mo' }, [
    `Hi! Puwede nang mag-log in sa account mo gamit ang number na nagtatapos sa ${phone.slice(-4)}.`,
    'Ikaw ito? Okay na, wala kang kailangang gawin.',
    'Hindi ikaw? Gumawa agad ng bagong password, tapos palitan ang number sa profile mo:',
    { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
  ])
}

/** An administrator set it. The person may have asked for it, or somebody else in their name. */
export function passwordSet(email: string, { publicUrl }: AuthSettings): Letter {
  return writeLetter({ to: email, subject: 'Napalitan ang password mo sa Emote' }, [
    'Hi! Pinalitan ng team ng Emote ang password ng account mo, at na-log out ang lahat ng devices.',
    'Hindi mo ito hiningi? Gumawa agad ng bagong password:',
    { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
  ])
}

/** Goes to the previous address. */
export function emailSet(oldEmail: string, { publicUrl }: AuthSettings): Letter {
  return writeLetter({ to: oldEmail, subject: 'Napalitan ang email mo sa Emote' }, [
    'Hi! Pinalitan ng team ng Emote ang email ng account mo. Hindi mo ito hiningi? Sabihin agad sa amin:',
    { url: `${publicUrl}/contact`, label: 'Sumulat sa Emote' },
  ])
}

export function secondStepOn(email: string, { publicUrl }: AuthSettings): Letter {
  return writeLetter({ to: email, subject: 'May pangalawang hakbang na sa Emote account mo' }, [
    'Hi! May nagdagdag ng pangalawang hakbang sa pag-log in sa account mo. Mula ngayon, hindi na sapat ang password.',
    'Ikaw ito? Okay na, wala kang kailangang gawin.',
    'Hindi ikaw? Sabihin agad sa amin:',
    { url: `${publicUrl}/contact`, label: 'Sumulat sa Emote' },
  ])
}

export function secondStepOff(email: string, { publicUrl }: AuthSettings): Letter {
  return writeLetter({ to: email, subject: 'May natanggal na pangalawang hakbang sa Emote account mo' }, [
    'Hi! May natanggal na pangalawang hakbang sa pag-log in sa account mo.',
    'Ikaw ito? Okay na, wala kang kailangang gawin.',
    'Hindi ikaw? Gumawa agad ng bagong password. Mala-log out ang lahat ng ibang devices:',
    { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
  ])
}
