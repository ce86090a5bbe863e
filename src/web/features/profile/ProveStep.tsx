import { useState } from 'react'
import {
  answer,
  codeFields,
  labelOf,
  lackOfCode,
  sendText,
  stepWords,
  type Way,
} from '../../domain/person/second-step.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './TwoSteps.module.css'
import { useAsking } from './use-asking.ts'

type ProveStepProps = {
  ways: readonly Way[]
  /** Why the proof is needed. */
  why: string
  isEnding: boolean
  onProved: () => Promise<void>
  onStop: () => void
}

/** Asks for the second step before a change that a passer-by must not make. */
export function ProveStep({ ways, why, isEnding, onProved, onStop }: ProveStepProps) {
  const [chosen, setChosen] = useState<string>()
  /** The challenge whose code was texted. */
  const [sent, setSent] = useState<string>()
  const way = ways.find(({ id }) => id === chosen) ?? ways[0]
  if (!way) return null
  const choose = (id: string) => {
    setChosen(id)
    setSent(undefined)
  }
  return (
    <div className={styles.part}>
      <p>{why}</p>
      <Proof key={`${way.id} ${sent}`} {...{ way, sent, isEnding, onProved }} onSent={setSent} />
      {ways
        .filter(({ id }) => id !== way.id)
        .map((other) => (
          <Button key={other.id} kind="quiet" onClick={() => choose(other.id)}>
            Ibang paraan: {labelOf(other, ways)}
          </Button>
        ))}
      <Button kind="plain" onClick={onStop}>
        Huwag na
      </Button>
    </div>
  )
}

type ProofProps = Pick<ProveStepProps, 'isEnding' | 'onProved'> & {
  way: Way
  sent: string | undefined
  onSent: (id: string) => void
}

function Proof({ way, sent, isEnding, onSent, onProved }: ProofProps) {
  const { kind, id } = way
  const awaitsText = kind === 'phone' && sent === undefined
  const { isBusy, field, onSubmit } = useAsking({
    check: (typed) => (awaitsText ? undefined : lackOfCode(kind, typed)),
    send: async (typed) => {
      if (awaitsText) return onSent(await sendText(id))
      await answer(way, typed, sent)
      return onProved()
    },
    words: (error) => stepWords(error, kind),
  })
  const hasField = kind !== 'webauthn' && !awaitsText
  return (
    <form className={styles.part} method="post" noValidate onSubmit={onSubmit}>
      {hasField && <TextField {...codeFields[kind]} {...field} />}
      {kind === 'webauthn' && (
        <p className={styles.note}>Hihingin ang fingerprint, PIN, o security key mo.</p>
      )}
      {!hasField && field.error && <Banner kind="error">{field.error}</Banner>}
      <Button type="submit" kind={isEnding && !awaitsText ? 'danger' : 'primary'} busy={isBusy}>
        {awaitsText ? `Itext ang code sa ${way.name}` : isEnding ? 'Patayin' : 'Ituloy'}
      </Button>
    </form>
  )
}
