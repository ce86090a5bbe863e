import type { Letter } from '../providers/mail/index.ts'
import { goodbye } from '../mail/goodbye.ts'
import type { AuthSettings } from './deps.ts'
import { typeOfKind, type OneTimeToken } from './one-time-tokens.ts'

const notYou = 'Kung hindi ikaw ang humiling nito, hayaan mo lang. Walang magbabago sa account mo.'

/** The mail with a one-time token, as a link and as a code for another device. */
export function letterFor(token: OneTimeToken, redirectTo: string, settings: AuthSettings): Letter {
  const query = new URLSearchParams({
    token: token.link,
    type: typeOfKind[token.kind],
    redirect_to: redirectTo,
  })
  const way = `${settings.publicUrl}/auth/v1/verify?${query.toString()}\n\nO i-type ang code na ito (10 minuto lang siyang buhay): ${token.code}`
  const { subject, opening } = openings[token.kind]
  return { to: token.email, subject, text: `${opening}\n\n${way}\n\n${notYou}${goodbye}` }
}

const openings = {
  confirmation: {
    subject: 'I-confirm ang email mo sa Emote',
    opening: 'Hi! Isang tap na lang at makakapagsulat ka na. I-confirm mo na ikaw ito:',
  },
  recovery: {
    subject: 'Bagong password para sa Emote',
    opening:
      'Hi! Nakalimutan ang password? Okay lang, nangyayari sa lahat. Gumawa ng bago rito, sa loob ng isang oras:',
  },
  email_change_current: {
    subject: 'Palitan ang email mo sa Emote?',
    opening:
      'Hi! May humiling na ilipat ang Emote account mo sa ibang email. Kung ikaw ito, pumayag ka rito:',
  },
  email_change_new: {
    subject: 'I-confirm ang bagong email mo sa Emote',
    opening: 'Hi! Ito na ba ang gagamitin mong email sa Emote? I-confirm mo rito:',
  },
} as const

/** Goes to the owner of an address that somebody signed up again. The answer to the sign-up does not tell. */
export function alreadyHere(email: string, settings: AuthSettings): Letter {
  return {
    to: email,
    subject: 'May account ka na sa Emote',
    text:
      'Hi! May nag-sign up gamit ang email na ito, pero may account ka na. ' +
      `Kung ikaw ito, mag-log in ka lang:\n\n${settings.publicUrl}/login\n\n` +
      `Nakalimutan ang password?\n\n${settings.publicUrl}/forgot-password\n\n${notYou}${goodbye}`,
  }
}

export function passwordChanged(email: string, settings: AuthSettings): Letter {
  return {
    to: email,
    subject: 'Napalitan ang password mo sa Emote',
    text:
      'Hi! Napalitan ang password ng account mo, at na-log out ang ibang devices. ' +
      `Kung hindi ikaw ang gumawa nito, gumawa agad ng bagong password:\n\n${settings.publicUrl}/forgot-password${goodbye}`,
  }
}

/** `device`: the browser and the system that added it, if they are known. */
export function passkeyAdded(email: string, device: string | null, settings: AuthSettings): Letter {
  return {
    to: email,
    subject: 'May bagong passkey ang Emote account mo',
    text:
      `Hi! May nagdagdag ng passkey sa account mo${device ? ` (${device})` : ''}. Makakapasok na roon gamit ang fingerprint, mukha, o PIN ng device. ` +
      `Kung hindi ikaw ang gumawa nito, alisin mo agad sa profile mo:\n\n${settings.publicUrl}/profile\n\n` +
      `Tapos palitan mo ang password mo:\n\n${settings.publicUrl}/forgot-password${goodbye}`,
  }
}

/** Goes to the previous address of the account (threat 16). */
export function emailChanged(oldEmail: string): Letter {
  return {
    to: oldEmail,
    subject: 'Napalitan ang email mo sa Emote',
    text: `Hi! Iba na ang email ng Emote account mo. Pumayag dito ang email na ito at ang bago.${goodbye}`,
  }
}
