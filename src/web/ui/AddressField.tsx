import { usePhones } from '../lib/phones.ts'
import { TextField } from './TextField.tsx'

/** The field of a mail address, or of a phone number where people log in with one. The prerendered page asks for a mail address. */
export function AddressField() {
  const phones = usePhones()
  return (
    <TextField
      label={phones ? 'Email o cellphone number' : 'Email'}
      name="email"
      type={phones ? 'text' : 'email'}
      autoComplete="username"
      autoCapitalize="none"
      inputMode="email"
      required
    />
  )
}
