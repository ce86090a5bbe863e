import type { Letter } from '../providers/mail/index.ts'
import { writeLetter, type Part } from '../mail/letter.ts'
import type { AuthSettings } from './deps.ts'
import { typeOfKind, type OneTimeToken, type TokenKind } from './one-time-tokens.ts'

const notYou = 'Kung hindi ikaw ang humiling nito, hayaan mo lang. Walang magbabago sa account mo.'
/** Somebody is logged in as the person and asked for it. */
const notYouInside =
  'Hindi ikaw ang humiling nito? Walang magbabago hangga’t hindi mo ito ginagamit, kaya huwag ibigay ang code kahit kanino. ' +
  'Palitan mo rin ang password mo, dahil baka naka-log in ang account mo sa ibang device.'

const minutes = ({ codeSeconds }: AuthSettings) =>
  codeSeconds === 60 ? '1 minuto' : `${Math.floor(codeSeconds / 60)} minuto`

/** The address that a token's link opens. */
export function linkOf({ link, kind }: OneTimeToken, redirectTo: string, settings: AuthSettings): string {
  const query = new URLSearchParams({ token: link, type: typeOfKind[kind], redirect_to: redirectTo })
  return `${settings.publicUrl}/auth/v1/verify?${query.toString()}`
}

/** The mail with a one-time token, as a link and as a code for another device. */
export function letterFor(token: OneTimeToken, redirectTo: string, settings: AuthSettings): Letter {
  const { subject, opening, label, isInside } = openings[token.kind] ?? onlyCode
  const to = 'email' in token.to ? token.to.email : ''
  const before = `i-type ang code na ito sa loob ng ${minutes(settings)}`
  const way: Part[] = label
    ? [
        { url: linkOf(token, redirectTo, settings), label },
        { before: `O ${before}`, code: token.code },
      ]
    : [{ before: `I${before.slice(1)}`, code: token.code }]
  return writeLetter({ to, subject }, [opening, ...way, { small: isInside ? notYouInside : notYou }])
}

type Opening = {
  subject: string
  opening: string
  /** The words of the button. Undefined: the mail holds only the code. */
  label?: string
  isInside?: true
}

const onlyCode: Opening = {
  subject: 'Ang code mo sa Emote',
  isInside: true,
  opening:
    'Hi! May gusto kang baguhin sa account mo. Para sigurado kaming ikaw ito, kailangan lang ng isang code.',
}

const openings: Readonly<Partial<Record<TokenKind, Opening>>> = {
  confirmation: {
    subject: 'I-confirm ang email mo sa Emote',
    opening: 'Hi! Isang tap na lang at makakapagsulat ka na. Sabihin mo lang na ikaw ito:',
    label: 'Oo, ako ito',
  },
  recovery: {
    subject: 'Bagong password para sa Emote',
    opening:
      'Hi! Nakalimutan ang password? Okay lang, nangyayari sa lahat. Gumawa ng bago rito, sa loob ng isang oras:',
    label: 'Gumawa ng bagong password',
  },
  magiclink: {
    subject: 'Ang daan mo papasok sa Emote',
    opening: 'Hi! Heto ang daan mo papasok. Hindi kailangan ng password, at isang oras lang itong bukas:',
    label: 'Pumasok sa Emote',
  },
  invite: {
    subject: 'Tuloy ka sa Emote',
    opening:
      'Hi! May nag-imbita sa iyo sa Emote, isang tahimik na lugar para sa nararamdaman mo. Kung gusto mo, tuloy ka rito:',
    label: 'Tumuloy sa Emote',
  },
  email_change_current: {
    subject: 'Palitan ang email mo sa Emote?',
    opening:
      'Hi! May humiling na ilipat ang Emote account mo sa ibang email. Kung ikaw ito, pumayag ka rito:',
    label: 'Oo, palitan',
    isInside: true,
  },
  email_change_new: {
    subject: 'I-confirm ang bagong email mo sa Emote',
    opening: 'Hi! Ito na ba ang gagamitin mong email sa Emote? I-confirm mo rito:',
    label: 'Oo, ito na',
  },
}

/** The SMS with a code. Phones fill the code in by its last line, on our own page only. */
export function smsFor({ code }: Pick<OneTimeToken, 'code'>, settings: AuthSettings): string {
  const { host } = new URL(settings.publicUrl)
  return `Emote: ${code} ang code mo. ${minutes(settings)} lang ito. Huwag ibigay kahit kanino.\n\n@${host} #${code}`
}

/** Goes to the owner of an address that somebody signed up again. The answer to the sign-up does not tell. */
export function alreadyHere(email: string, settings: AuthSettings): Letter {
  return writeLetter({ to: email, subject: 'May account ka na sa Emote' }, [
    'Hi! May nag-sign up gamit ang email na ito, pero may account ka na. Kung ikaw ito, mag-log in ka lang:',
    { url: `${settings.publicUrl}/login`, label: 'Mag-log in' },
    'Nakalimutan ang password?',
    { url: `${settings.publicUrl}/forgot-password`, label: 'Gumawa ng bagong password', isQuiet: true },
    { small: notYou },
  ])
}

/** The same for a phone number. */
export const alreadyHereSms = ({ publicUrl }: AuthSettings): string =>
  `Emote: may account ka na sa number na ito. Mag-log in ka lang: ${publicUrl}/login`

export function passwordChanged(email: string, settings: AuthSettings): Letter {
  return writeLetter({ to: email, subject: 'Napalitan ang password mo sa Emote' }, [
    'Hi! Napalitan ang password ng account mo, at na-log out ang ibang devices.',
    'Ikaw ito? Okay na, wala kang kailangang gawin.',
    'Hindi ikaw? Gumawa agad ng bagong password:',
    { url: `${settings.publicUrl}/forgot-password`, label: 'Gumawa ng bagong password' },
  ])
}

/** Goes to the previous address of the account (threat 16). */
export function emailChanged(oldEmail: string, { mailChangeNeedsBoth, publicUrl }: AuthSettings): Letter {
  const how = mailChangeNeedsBoth ? ' Pumayag dito ang email na ito at ang bago.' : ''
  return writeLetter({ to: oldEmail, subject: 'Napalitan ang email mo sa Emote' }, [
    `Hi! Iba na ang email ng Emote account mo.${how}`,
    'Ikaw ito? Okay na, wala kang kailangang gawin. Hindi ikaw? Sabihin agad sa amin:',
    { url: `${publicUrl}/contact`, label: 'Sumulat sa Emote' },
  ])
}
