import { isPlan, plans, pesos } from '../../shared/plans.ts'
import type { Letter } from '../providers/mail/index.ts'
import { writeLetter } from './letter.ts'

type Payment = {
  id: string
  plan: string
  /** In centavos. */
  amount: number
}

export const planName = (plan: string): string => (isPlan(plan) ? plans[plan].label : plan)

/** To the operator. It names no person. */
export function proofArrived(to: string, { id, plan, amount }: Payment): Letter {
  return {
    to,
    subject: 'Emote: a payment waits for you',
    text:
      'Somebody paid by QR and sent a proof.\n\n' +
      `Plan:     ${planName(plan)}\nAmount:   ${pesos(amount)}\nPayment:  ${id}\n\n` +
      'Compare it with the history of your wallet. Then run one of these on the server:\n\n  npm run admin -- payments\n' +
      `  npm run admin -- verify-payment ${id}\n  npm run admin -- reject-payment ${id} "<reason>"\n`,
  }
}

type Outcome = { to: string; publicUrl: string; operator: string }
const subject = 'May balita sa account mo sa Emote'
const manila = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'long', timeZone: 'Asia/Manila' })

/** `until` is the end of what is paid. */
export function paymentVerified({ to, publicUrl, operator }: Outcome, until: Date | null): Letter {
  const lasting = until ? ` hanggang ${manila.format(until)}` : ''
  return writeLetter({ to, replyTo: operator, subject }, [
    `Hi! Nakita na namin ang bayad mo, salamat! Premium ka na${lasting}. 💜`,
    'Nandito ang resibo mo:',
    { url: `${publicUrl}/billing/receipts`, label: 'Tingnan ang resibo' },
  ])
}

export function paymentRejected({ to, publicUrl, operator }: Outcome, reason: string): Letter {
  return writeLetter({ to, replyTo: operator, subject }, [
    'Hi! Tiningnan namin ang proof ng bayad mo, pero hindi pa namin ito ma-verify. Ito ang dahilan:',
    reason,
    'Nagbayad ka na? Huwag mag-alala. Magpadala lang ulit ng malinaw na resibo rito:',
    { url: `${publicUrl}/billing-manual`, label: 'Magpadala ulit' },
    'O sagutin mo lang ang email na ito.',
  ])
}
