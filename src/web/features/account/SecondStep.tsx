import { useState } from 'react'
import { Link } from 'wouter'
import {
  answer,
  codeFields,
  labelOf,
  lackOfCode,
  sendText,
  stepWords,
  type Kind,
  type Way,
  waysOf,
} from '../../domain/person/second-step.ts'
import { stepBack } from '../../lib/session.ts'
import { halfwayUser } from '../../lib/session-storage.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { Submit } from '../../ui/Submit.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

const leads: Record<Kind, string> = {
  webauthn: 'Gamitin ang fingerprint, PIN, o security key na naka-set up sa account mo.',
  totp: 'Buksan ang authenticator app mo, at i-type ang code na nandoon para sa Emote.',
  phone: 'Isang code sa text ang kailangan. I-type mo rito para makapasok.',
  recovery_code: 'I-type ang isa sa mga backup code na itinago mo. Isang beses lang gagana ang bawat isa.',
}

/** After a log-in of a person whose account has a second step. Every kind that the account has is offered, the easiest first. */
export function SecondStep() {
  const [chosen, setChosen] = useState<string>()
  const ways = waysOf(halfwayUser()?.factors)
  const way = ways.find(({ id }) => id === chosen) ?? ways[0]
  if (!way) return null
  const Form = way.kind === 'phone' ? TextCode : Code
  const others = ways.filter(({ id }) => id !== way.id)
  return (
    <Door
      title="Isang hakbang na lang"
      lead={leads[way.kind]}
      foot={
        <Button kind="plain" onClick={() => void stepBack()}>
          Ibang account ang gagamitin
        </Button>
      }
    >
      <Form key={way.id} way={way} />
      {others.length > 0 && (
        <div className={styles.ways}>
          <p className={styles.or}>ibang paraan</p>
          {others.map((other) => (
            <Button key={other.id} kind="quiet" wide onClick={() => setChosen(other.id)}>
              {labelOf(other, ways)}
            </Button>
          ))}
        </div>
      )}
      <p className={styles.small}>
        Wala ka nang magamit dito? <Link href="/contact">Sabihan mo kami.</Link>
      </p>
    </Door>
  )
}

type FormProps = { way: Way }

const textWords = (failure: unknown) => stepWords(failure, 'phone')

function TextCode({ way }: FormProps) {
  /** The challenge whose code was texted. */
  const [sent, setSent] = useState<string>()
  const send = async () => setSent(await sendText(way.id))
  const { busy, error, onSubmit } = useSubmit({ check: () => undefined, send, words: textWords })
  if (sent)
    return <CodeForm from="text" send={(code) => answer(way, code, sent)} again={send} words={textWords} />
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
      {error && <Banner kind="error">{error}</Banner>}
      <Submit busy={busy}>Itext ang code sa {way.name}</Submit>
    </form>
  )
}

/** A code of the app or from paper. A key needs nothing but the press. */
function Code({ way }: FormProps) {
  const { kind } = way
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => lackOfCode(kind, field('code')),
    send: (field) => answer(way, field('code')),
    words: (failure) => stepWords(failure, kind),
  })
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      {error && <Banner kind="error">{error}</Banner>}
      {kind !== 'webauthn' && <TextField {...codeFields[kind]} name="code" ref={focusIt} required />}
      <Submit busy={busy}>Pumasok</Submit>
    </form>
  )
}

/** The field is the only thing to do here. */
const focusIt = (field: HTMLInputElement | null) => field?.focus()
