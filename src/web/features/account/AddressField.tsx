import { useHydrated } from '../../lib/hydrated.ts'
import { TextField } from '../../ui/TextField.tsx'
import { hasPhones } from './address.ts'

/** The field of a mail address, or of a phone number where people log in with one. The prerendered page asks for a mail address. */
export function AddressField() {
  const phones = useHydrated() && hasPhones()
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
