import { useEffect, useEffectEvent, useState } from 'react'
import { lackOfCode, stepWords } from '../../domain/person/second-step.ts'
import { copy } from '../../lib/clipboard.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { beginSetUp, finishSetUp, turnOff, type SetUp } from './two-steps.api.ts'
import styles from './TwoSteps.module.css'
import { useAsking } from './use-asking.ts'

type SetUpStepProps = { onDone: () => Promise<void>; onStop: () => void }

/** Connects an authenticator app: the password when the log-in was long ago, a picture to scan, then the first code. */
export function SetUpStep({ onDone, onStop }: SetUpStepProps) {
  const [setUp, setSetUp] = useState<SetUp>()
  const [asksPassword, setAsks] = useState(false)
  const [failure, setFailure] = useState<string>()
  const begin = useEffectEvent(() => {
    beginSetUp().then(setSetUp, (error: unknown) => {
      if (codeOf(error) === 'reauthentication_needed') setAsks(true)
      else setFailure(wordsFor(error))
    })
  })
  useEffect(() => begin(), [])
  const stop = () => {
    onStop()
    // A set-up that stays is removed at the next one.
    if (setUp) turnOff(setUp.id).catch(() => undefined)
  }
  return (
    <div className={styles.part}>
      {failure && <Banner kind="error">{failure}</Banner>}
      {setUp ? (
        <Connect setUp={setUp} onDone={onDone} />
      ) : asksPassword ? (
        <AskPassword onRight={setSetUp} />
      ) : (
        !failure && <Skeleton lines={4} />
      )}
      <Button kind="plain" onClick={stop}>
        Huwag na muna
      </Button>
    </div>
  )
}

function AskPassword({ onRight }: { onRight: (setUp: SetUp) => void }) {
  const { isBusy, field, onSubmit } = useAsking({
    check: (typed) => (typed ? undefined : 'Kailangan ang password'),
    send: async (typed) => onRight(await beginSetUp(typed)),
    words: (error) =>
      codeOf(error) === 'current_password_invalid' ? 'Mali ang password. Subukan ulit.' : wordsFor(error),
  })
  return (
    <form className={styles.part} method="post" noValidate onSubmit={onSubmit}>
      <p>Para sigurado kaming ikaw ’to, ilagay muna ang password mo.</p>
      <PasswordField label="Password" autoComplete="current-password" {...field} />
      <Button type="submit" busy={isBusy}>
        Ituloy
      </Button>
    </form>
  )
}

function Connect({ setUp, onDone }: { setUp: SetUp; onDone: () => Promise<void> }) {
  const { isBusy, field, onSubmit } = useAsking({
    check: (typed) => lackOfCode('totp', typed),
    send: async (typed) => {
      await finishSetUp(setUp.id, typed)
      await onDone()
    },
    words: (error) => stepWords(error, 'totp'),
  })
  const keyWords = setUp.key.match(/.{1,4}/g)?.join(' ') ?? ''
  const copyKey = async () =>
    (await copy(setUp.key))
      ? showToast('Na-copy. I-paste ito sa app.')
      : showToast('Hindi na-copy. I-type na lang ito sa app.', 'error')
  return (
    <form className={styles.part} method="post" noValidate onSubmit={onSubmit}>
      <ol className={styles.steps}>
        <li>
          <p>Buksan o i-install ang authenticator app mo.</p>
        </li>
        <li>
          <p>Nasa ibang device ba ang app? I-scan ito:</p>
          <img className={styles.picture} src={setUp.picture} alt="QR code para sa authenticator app" />
          <p>Nandito ba sa phone na ito ang app?</p>
          <LinkButton kind="quiet" size="small" href={setUp.address}>
            Buksan sa app
          </LinkButton>
          <p className={styles.note}>Kung ayaw bumukas, i-type o i-paste ang susing ito sa app:</p>
          <p className={styles.key} translate="no">
            {keyWords}
          </p>
          <Button kind="quiet" size="small" icon="copy" onClick={() => void copyKey()}>
            I-copy ang susi
          </Button>
        </li>
        <li>
          <p>I-type ang code na lumabas sa app.</p>
          <TextField
            label="Code mula sa app"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="6 na numero"
            {...field}
          />
        </li>
      </ol>
      <Button type="submit" icon="lock" busy={isBusy}>
        I-on
      </Button>
    </form>
  )
}
