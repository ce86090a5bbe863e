import { useState } from 'react'
import { importQuietly } from '../../lib/chunks.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from './Door.module.css'

/** The log-in at a school or an office, which is known by the end of its people's addresses. */
export function OrganisationWay({ next, label }: { next: string; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) =>
      domainIn(field('organisation'))
        ? undefined
        : 'I-type ang buong email mo roon, gaya ng ikaw@paaralan.edu.ph',
    send: async (field) => {
      const { leaveToOrganisation } = await importQuietly(() => import('./provider-login.ts'))
      await leaveToOrganisation(domainIn(field('organisation')), next)
    },
    words: organisationWords,
  })
  if (!isOpen)
    return (
      <Button kind="quiet" wide onClick={() => setOpen(true)}>
        {label}
      </Button>
    )
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      {error && <Banner kind="error">{error}</Banner>}
      <TextField
        label="Email sa paaralan o opisina"
        name="organisation"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Dadalhin ka namin sa log in nila."
        ref={focusIt}
        required
      />
      <Button type="submit" kind="quiet" wide busy={busy}>
        Pumunta sa log in nila
      </Button>
    </form>
  )
}

/** The field appears because a press asks for it. */
const focusIt = (field: HTMLInputElement | null) => field?.focus()

/** The part behind the @, or '' without one. */
const domainIn = (typed: string): string =>
  /^[^@\s]+@([^@\s]+\.[^@\s]+)$/.exec(typed.trim())?.[1]?.toLowerCase() ?? ''

function organisationWords(error: unknown): string {
  return codeOf(error) === 'sso_provider_not_found'
    ? 'Hindi pa naka-link sa Emote ang paaralan o opisinang ’yan. Subukan mo ang ibang paraan.'
    : wordsFor(error)
}
