import { useEffect, useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { chunk } from '../../lib/chunks.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { useNext, withNext } from '../../lib/next.ts'
import { forgetLeaving, useSession } from '../../lib/session.ts'
import { isStoredHalfway } from '../../lib/session-storage.ts'
import { Banner } from '../../ui/Banner.tsx'
import { PasswordField } from '../../ui/TextField.tsx'
import { loginWords, logIn } from './account.api.ts'
import { addressOf, lackOf } from '../../domain/person/address.ts'
import { AddressField } from '../../ui/AddressField.tsx'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { OtherWays } from './OtherWays.tsx'
import { Submit } from '../../ui/Submit.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

const welcome = { title: 'Uy, balik ka!', lead: 'Nandito pa ang lahat ng iniwan mo.' }
/** After the account was erased. */
const farewell = {
  title: 'Ingat ka lagi',
  lead: 'Nabura na ang account mo. Bukas pa rin ang Emote kung kailanganin mo ulit.',
}

/** Few people have one, and everybody would pay for its bytes. */
const secondStep = chunk(() => import('./SecondStep.tsx').then((m) => m.SecondStep))

export function LoginPage() {
  const session = useSession()
  const next = useNext()
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  // They may have deactivated the account on another device: the welcome promises nothing then.
  const isKnownHalfway = session.status === 'out' && session.ended === 'halfway'
  // After a reload the form must not stand here until the clients have loaded.
  const isHydrated = useHydrated()
  const isHalfway = isKnownHalfway || (session.status === 'loading' && isHydrated && isStoredHalfway())
  const [hasEnded] = useState(session.status === 'out' && session.ended !== undefined && !isHalfway)
  const [isStepping, setStepping] = useState(false)
  const words = query.has('erased') ? farewell : hasEnded ? { title: welcome.title } : welcome
  useEffect(forgetLeaving, [])
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => lackOf(field('password') && field('email'), true),
    send: async (field) => {
      const address = addressOf(field('email'))
      if (!address) return
      const way = await logIn(address, field('password'))
      if (way === 'halfway') setStepping(true)
      else navigate(next, { replace: true })
    },
    words: loginWords,
  })
  if (session.status === 'in' && (!busy || isStepping)) return <Redirect to={next} replace />
  if (isHalfway) return <secondStep.Component />
  const cutOff = session.status === 'out' && session.ended === 'elsewhere'

  return (
    <Door
      {...words}
      foot={
        <>
          Bago ka rito? <Link href={withNext('/signup', next)}>Gumawa ng account</Link>
        </>
      }
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
        {error ? <Banner kind="error">{error}</Banner> : <Reason query={query} isCutOff={cutOff} />}
        <AddressField />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <Link href={withNext('/forgot-password', next)} className={styles.side}>
          Nakalimutan ang password?
        </Link>
        <Submit busy={busy}>Log in</Submit>
      </form>
      <OtherWays next={next} hasPasskey />
    </Door>
  )
}

const stop = 'Hindi natuloy ang pag-log in. Subukan mo ulit, o gamitin ang password mo.'
/** By the refusal that a provider's way back brings. */
const stops = new Map([
  [
    'email_exists',
    'May account na rito ang email mo. Mag-log in muna gamit ang password, o gumawa ng bago sa “Nakalimutan ang password?”. Pagkatapos noon, gagana na rin ang button.',
  ],
  ['signup_disabled', 'Sarado muna ang sign-up ngayon. Kung may account ka na, mag-log in ka lang.'],
  [
    'otp_expired',
    'Hindi na gumagana ang link: nagamit na, o luma na. Subukan mong mag-log in. Kung ayaw, mag-sign up ka ulit gamit ang email mo para sa bagong link.',
  ],
  [
    'unexpected_failure',
    'Hindi sumagot ang pinuntahan natin. Subukan mo ulit maya-maya, o gamitin ang password mo.',
  ],
])

/** Why the person is here, when something led them. */
function Reason({ query, isCutOff }: { query: URLSearchParams; isCutOff: boolean }) {
  if (query.has('confirmed'))
    return <Banner kind="success">Kumpirmado na ang email mo. Mag-log in ka na.</Banner>
  const stopped = query.get('stopped')
  if (stopped !== null) return <Banner kind="note">{stops.get(stopped) ?? stop}</Banner>
  if (!isCutOff) return null
  return (
    <Banner kind="note">Na-log out ka rito, baka mula sa ibang tab o device. Mag-log in ka lang ulit.</Banner>
  )
}
