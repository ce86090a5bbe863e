import { hasPhones } from '../../lib/phones.ts'

export type Address = { email: string } | { phone: string }

/** What a person typed: a mail address, or a number as it is written here (0917 123 4567) or abroad (+65 …). Undefined: neither. */
export function addressOf(typed: string, phones = hasPhones()): Address | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (!phones || text.includes('@')) return { email: text }
  const digits = text
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+|00)/, '')
    .replace(/^0?(?=9\d{9}$)/, '63')
  return /^[1-9]\d{6,14}$/.test(digits) ? { phone: digits } : undefined
}

/** Words for the server's refusal of an address, such as a number of a country that it sends no SMS to. */
export const unreachableWords = 'Hindi kami makapagpadala roon. Silipin mo ulit kung tama, o gumamit ng iba.'

/** Words about a field that is empty or names no address. */
export function lackOf(typed: string, alsoPassword = false): string | undefined {
  const phones = hasPhones()
  const end = alsoPassword ? ' at password' : ''
  if (!typed.trim())
    return phones
      ? `Kailangan ang email o number${end && ', at password'}`
      : `Kailangan ang email${end || ' address'}`
  return addressOf(typed, phones) ? undefined : 'Kulang yata ang number. Ganito dapat: 0917 123 4567'
}
