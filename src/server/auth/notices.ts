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

export const backupCodeUsed =
  (left: number) =>
  (email: string, { publicUrl }: AuthSettings): Letter =>
    writeLetter({ to: email, subject: 'May gumamit ng backup code ng Emote account mo' }, [
      `Hi! May pumasok sa account mo gamit ang isa sa mga backup code mo. ${left === 0 ? 'Wala nang natitira.' : `${left} pa ang natitira.`}`,
      'Ikaw ito? Okay na. Kung nawala ang phone mo, mag-set up ulit ng pangalawang hakbang sa profile mo.',
      'Hindi ikaw? Gumawa agad ng bagong password. Mala-log out ang lahat ng ibang devices:',
      { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
    ])

export function backupCodesNew(email: string, { publicUrl }: AuthSettings): Letter {
  return writeLetter({ to: email, subject: 'May bagong backup codes ang Emote account mo' }, [
    'Hi! Bago na ang mga backup code ng account mo. Hindi na gagana ang mga luma.',
    'Ikaw ito? Okay na. Itapon na ang lumang papel.',
    'Hindi ikaw? Gumawa agad ng bagong password. Mala-log out ang lahat ng ibang devices:',
    { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
  ])
}

/** `device`: the browser and the system that added it, if they are known. */
export const passkeyAdded =
  (device: string | null) =>
  (email: string, { publicUrl }: AuthSettings): Letter =>
    writeLetter({ to: email, subject: 'May bagong passkey ang Emote account mo' }, [
      `Hi! May nagdagdag ng passkey sa account mo${device ? ` (${device})` : ''}. Makakapasok na roon gamit ang fingerprint, mukha, o PIN ng device.`,
      'Ikaw ito? Okay na. Hindi ikaw? Alisin mo agad sa profile mo:',
      { url: `${publicUrl}/profile`, label: 'Buksan ang profile' },
      'Tapos palitan mo ang password mo:',
      { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password', isQuiet: true },
    ])

export const passkeyRemoved =
  (name: string | null) =>
  (email: string, { publicUrl }: AuthSettings): Letter =>
    writeLetter({ to: email, subject: 'May naalis na passkey sa Emote account mo' }, [
      `Hi! Naalis ang isang passkey${name ? ` (${name})` : ''} sa account mo. Hindi na makakapasok gamit iyon.`,
      'Ikaw ito? Okay na, wala kang kailangang gawin.',
      'Hindi ikaw? Gumawa agad ng bagong password. Mala-log out ang lahat ng ibang devices:',
      { url: `${publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
    ])
