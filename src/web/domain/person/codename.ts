import type { User } from '@supabase/auth-js'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { profileKey } from './profile.ts'
import { connect, useSession } from '../../lib/session.ts'

type Saving = {
  onDone: () => void
  refusal?: (words: string) => string
}

// The two refusals of app.stamp_profile: letters of several alphabets, and a name like that of staff or Emi.
const mixedWords = 'Isang alpabeto lang sa isang codename, bes. May nahalo yatang ibang letra.'
const reservedWords = 'Nakareserba ang codename na ’yan, o kahawig ng sa staff o kay Emi. Pumili ka ng iba.'

export function useCodename({ onDone, refusal = (words) => words }: Saving) {
  const session = useSession()
  const client = useQueryClient()
  const saving = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function save(name: string) {
    if (saving.current) return
    saving.current = true
    setBusy(true)
    setError(undefined)
    const user = session.status === 'in' ? session.user : undefined
    try {
      await saveCodename(user, name, refusal)
      if (user) await client.invalidateQueries({ queryKey: profileKey(user.id) })
      onDone()
    } catch (failure) {
      setError(wordsFor(failure))
    }
    setBusy(false)
    saving.current = false
  }
  return { save, busy, error, forgetError: () => setError(undefined) }
}

/**
 * Stores the codename in the profile, then in the account's metadata. A failure of the second leaves the first. Throws an Error whose
 * message is for the person.
 */
async function saveCodename(
  user: User | undefined,
  codename: string,
  refusal: (words: string) => string,
): Promise<void> {
  if (!user) throw new Error('Please sign in first.')
  const { auth, db } = await connect()
  const name = codename.trim()
  const { error } = await db
    .from('user_profiles')
    .upsert({ id: user.id, email: user.email ?? '', codename: name }, { onConflict: 'id' })
    .select()
    .single()
  if (error) {
    // An update that matches no row is no error, so the returned row is checked.
    const again = await db.from('user_profiles').update({ codename: name }).eq('id', user.id).select('id')
    if (!again.data?.length) throw new Error(codenameWords(error, refusal))
  }
  const { error: refused } = await auth().updateUser({ data: { codename: name } })
  if (refused) throw new Error(wordsFor(refused))
}

/** Both specifications, section 8: only an error about the codename has words of its own. A reserved name is no accident. */
function codenameWords(error: { message: string }, refusal: (words: string) => string): string {
  if (/codename is reserved/i.test(error.message)) return reservedWords
  if (/codename mixes/i.test(error.message)) return mixedWords
  if (/codename/i.test(error.message)) return 'Oops! Di nasave ang codename mo. Try ulit, bes!'
  return refusal(wordsFor(error))
}
