import { useState } from 'react'
import { digitsOf, passWithApp, passWithBackup, stepWords } from '../../domain/person/second-step.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './TwoSteps.module.css'
import { useAsking } from './use-asking.ts'

type ProveStepProps = { isEnding: boolean; onProved: () => Promise<void>; onStop: () => void }

/** Asks for the app's code, or a backup code, before a change that a passer-by must not make. */
export function ProveStep({ isEnding, onProved, onStop }: ProveStepProps) {
  const [by, setBy] = useState<'app' | 'backup'>('app')
  const isApp = by === 'app'
  const { isBusy, field, onSubmit } = useAsking({
    check: (typed) =>
      isApp
        ? digitsOf(typed).length === 6
          ? undefined
          : 'Anim na numero ang code'
        : typed.trim()
          ? undefined
          : 'Kailangan ang backup code',
    send: async (typed) => {
      await (isApp ? passWithApp(digitsOf(typed)) : passWithBackup(typed))
      await onProved()
    },
    words: (error) => stepWords(error, by),
  })
  return (
    <form className={styles.part} method="post" noValidate onSubmit={onSubmit}>
      <p>
        {isEnding
          ? 'Pag pinatay mo ito, password na lang ang hihingin sa log in, at mawawala ang mga backup code mo.'
          : 'Titigil ang mga lumang backup code, kaya kailangan naming makasigurong ikaw ’to.'}
      </p>
      <TextField
        key={by}
        label={isApp ? 'Code mula sa app' : 'Backup code'}
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        {...field}
      />
      <Button type="submit" kind={isEnding ? 'danger' : 'primary'} busy={isBusy}>
        {isEnding ? 'Patayin' : 'Ituloy'}
      </Button>
      <Button kind="quiet" disabled={isBusy} onClick={() => setBy(isApp ? 'backup' : 'app')}>
        {isApp ? 'Wala sa ’kin ang app ngayon' : 'Gamitin ang app'}
      </Button>
      <Button kind="plain" disabled={isBusy} onClick={onStop}>
        Huwag na
      </Button>
    </form>
  )
}
