import { useState, type FormEvent } from 'react'
import { copy } from '../../../lib/clipboard.ts'
import { foldGroups } from '../../../domain/diary/keys.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { showToast } from '../../../lib/toast.ts'
import styles from './Lock.module.css'
import { PrintedKey } from './PrintedKey.tsx'
import { takeFocus } from './take-focus.ts'

type RecoveryKeyProps = {
  recoveryKey: string
  /** The label of the button that continues once the key is kept. */
  word: string
  isBusy: boolean
  failure: string | undefined
  /** The person typed two of the key's groups. */
  onKept: () => void
}

/** Shows the recovery key once, to print or write down, then asks for two of its groups. */
export function RecoveryKey({ recoveryKey, ...rest }: RecoveryKeyProps) {
  const [isAsking, setAsking] = useState(false)
  const groups = recoveryKey.split('-')
  return isAsking ? (
    <AskedBack groups={groups} {...rest} onBack={() => setAsking(false)} />
  ) : (
    <ShownKey groups={groups} onNext={() => setAsking(true)} />
  )
}

function ShownKey({ groups, onNext }: { groups: string[]; onNext: () => void }) {
  async function copyKey() {
    if (await copy(groups.join('-'))) showToast('Nakopya. I-paste agad sa ligtas na lugar.')
    else showToast('Hindi makopya. Isulat na lang.', 'error')
  }
  return (
    <div className={styles.form}>
      <p ref={takeFocus} tabIndex={-1} className={styles.lead}>
        Ito ang recovery key mo. Pag nakalimutan mo ang passphrase, ito na lang ang magbubukas ng diary.{' '}
        <strong>Ngayon lang ito makikita.</strong> Isulat o i-print, at itago kung saan ikaw lang ang
        makakahanap.
      </p>
      <ol className={styles.key} aria-label="Recovery key, walong grupo">
        {groups.map((group, place) => (
          <li key={`${place}${group}`}>
            <span className={styles.place} aria-hidden="true">
              {place + 1}
            </span>
            <code translate="no">{group}</code>
          </li>
        ))}
      </ol>
      <div className={styles.pair}>
        <Button kind="quiet" onClick={() => print()}>
          I-print
        </Button>
        <Button kind="quiet" icon="copy" onClick={() => void copyKey()}>
          Kopyahin
        </Button>
      </div>
      <Button wide onClick={onNext}>
        Naitago ko na
      </Button>
      <PrintedKey groups={groups} />
    </div>
  )
}

type AskedBackProps = Omit<RecoveryKeyProps, 'recoveryKey'> & { groups: string[]; onBack: () => void }

function AskedBack({ groups, word, isBusy, failure, onKept, onBack }: AskedBackProps) {
  const [places] = useState(() => twoOf(groups.length))
  const [typed, setTyped] = useState<readonly string[]>(['', ''])
  const [wrong, setWrong] = useState<readonly number[]>([])

  function submit(event: FormEvent) {
    event.preventDefault()
    const failed = places.filter((place, at) => foldGroups(typed[at] ?? '') !== groups[place])
    setWrong(failed)
    if (failed.length === 0) onKept()
  }
  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      <p className={styles.lead}>
        Para sigurado na nasa ’yo ito, i-type ang dalawang grupo mula sa recovery key.
      </p>
      {places.map((place, at) => (
        <TextField
          key={place}
          ref={at === 0 ? takeFocus : undefined}
          className={styles.group ?? ''}
          label={`Grupo ${place + 1}`}
          error={
            wrong.includes(place) && foldGroups(typed[at] ?? '') !== groups[place]
              ? `Hindi iyan ang grupo ${place + 1}. Tingnan ulit ang itinago mo.`
              : undefined
          }
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={12}
          value={typed[at] ?? ''}
          onChange={(event) => setTyped(typed.with(at, event.target.value))}
        />
      ))}
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button type="submit" wide icon="lock" busy={isBusy}>
        {word}
      </Button>
      <Button kind="plain" onClick={onBack}>
        Tingnan ulit ang key
      </Button>
    </form>
  )
}

/** Two different groups, in order. */
function twoOf(count: number): number[] {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2))
  const one = first % count
  const other = (one + 1 + (second % (count - 1))) % count
  return [one, other].toSorted((a, b) => a - b)
}
