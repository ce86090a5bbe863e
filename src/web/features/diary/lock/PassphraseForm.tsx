import { useState, type FormEvent, type ReactNode } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/TextField.tsx'
import styles from './Lock.module.css'
import { strengthOf, type Strength } from './strength.ts'
import { takeFocus } from './take-focus.ts'

/** For password managers: this secret is not the account's password and must never replace it. */
function KeeperName() {
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      value="Emote diary"
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

type AskedProps = {
  word: string
  isBusy: boolean
  failure: string | undefined
  onSaid: (passphrase: string) => void
  label?: string
  danger?: boolean
  /** In a dialog, not in the page. */
  isStep?: boolean
  children?: ReactNode
}

/** Asks for the current passphrase. */
export function AskedPassphrase({
  word,
  isBusy,
  failure,
  onSaid,
  label,
  danger,
  isStep,
  children,
}: AskedProps) {
  const [passphrase, setPassphrase] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (passphrase.trim() !== '') onSaid(passphrase)
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <KeeperName />
      <PasswordField
        ref={isStep ? takeFocus : undefined}
        label={label ?? 'Passphrase ng diary'}
        hint="Ang sa diary, hindi ang password ng account."
        autoComplete="current-password"
        enterKeyHint="go"
        value={passphrase}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button type="submit" wide kind={danger ? 'danger' : 'primary'} icon="lock" busy={isBusy}>
        {word}
      </Button>
      {children}
    </form>
  )
}

type NewProps = Pick<AskedProps, 'word' | 'isBusy' | 'failure'> & { onChosen: (passphrase: string) => void }

/** Asks for a new passphrase twice, and shows its strength. */
export function NewPassphrase({ word, isBusy, failure, onChosen }: NewProps) {
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<'weak' | 'unequal'>()
  const strength = strengthOf(passphrase)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = !strength.isEnough ? 'weak' : passphrase === again ? undefined : 'unequal'
    setProblem(found)
    if (!found) onChosen(passphrase)
  }
  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <KeeperName />
      <PasswordField
        ref={takeFocus}
        label="Bagong passphrase"
        hint={<Meter {...strength} />}
        error={problem === 'weak' ? strength.words : undefined}
        autoComplete="new-password"
        value={passphrase}
        onChange={(event) => {
          setPassphrase(event.target.value)
          setProblem(undefined)
        }}
      />
      <PasswordField
        label="Ulitin ang passphrase"
        error={problem === 'unequal' ? 'Hindi nagkapareho. I-type ulit ang dalawa.' : undefined}
        autoComplete="new-password"
        enterKeyHint="next"
        value={again}
        onChange={(event) => {
          setAgain(event.target.value)
          setProblem(undefined)
        }}
      />
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button type="submit" wide busy={isBusy}>
        {word}
      </Button>
    </form>
  )
}

function Meter({ level, words }: Strength) {
  return (
    <span className={styles.strength} data-level={level}>
      <span className={styles.bars} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <output>{words}</output>
    </span>
  )
}
