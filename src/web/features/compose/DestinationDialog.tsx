import { useId, useState, type ReactNode } from 'react'
import type { ContentWarning } from '../../../shared/content-warnings.ts'
import { countLetters, limits } from '../../../shared/limits.ts'
import type { Mood } from '../../../shared/moods.ts'
import { useProfile } from '../../domain/person/profile.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { WarningSelect } from '../../ui/WarningSelect.tsx'
import styles from './DestinationDialog.module.css'
import type { Destination } from '../../domain/draft/draft.ts'
import type { Exit } from './Released.tsx'

const exits: { exit: Exit; label: string }[] = [
  { exit: 'punit', label: 'Punitin' },
  { exit: 'anod', label: 'Ipaanod' },
  { exit: 'hangin', label: 'Ipahangin' },
]

type DestinationDialogProps = {
  open: boolean
  mood: Mood
  content: string
  warning: ContentWarning | null
  onWarning: (warning: ContentWarning | null) => void
  exit: Exit
  onExit: (exit: Exit) => void
  sending: Destination | undefined
  onClose: () => void
  onStore: (destination: Destination) => void
  onLetGo: () => void
}

/** Chooses a destination. Each one says who sees the words and what is stored. */
export function DestinationDialog(props: DestinationDialogProps) {
  const { open, mood, content, warning, onWarning, exit, onExit, sending, onClose, onStore, onLetGo } = props
  const [anonymous, setAnonymous] = useState(false)
  const letters = open ? countLetters(content.trim()) : 0
  const tooLongForDiary = letters > limits.diary
  const staysOff = sending !== undefined || letters > limits.post
  return (
    <Dialog open={open} onClose={onClose} title="Saan mo ito dadalhin?" locked={sending !== undefined}>
      <div className={styles.choices} data-mood={mood.slug}>
        <Choice
          icon="wall"
          title={`I-share sa ${mood.title}`}
          tooLong={
            letters > limits.post &&
            `Hanggang ${limits.post.toLocaleString('en')} letra lang sa pader.${tooLongForDiary ? '' : ' Kasya ito sa diary.'}`
          }
          busy={sending === 'wall' || sending === 'wall-anonymous'}
          locked={sending !== undefined}
          onPick={() => onStore(anonymous ? 'wall-anonymous' : 'wall')}
          below={
            <div className={styles.more}>
              <Switch checked={anonymous} onChange={setAnonymous} disabled={staysOff}>
                Walang codename
              </Switch>
              <WarningSelect warning={warning} onChange={onWarning} disabled={staysOff} />
            </div>
          }
        >
          <Signature anonymous={anonymous} />
        </Choice>
        <Choice
          icon="diary"
          title="Itago sa diary"
          tooLong={tooLongForDiary && `Hanggang ${limits.diary.toLocaleString('en')} letra lang sa diary.`}
          busy={sending === 'diary'}
          locked={sending !== undefined}
          onPick={() => onStore('diary')}
        >
          Walang ibang user na makakabasa. Nasa account mo hanggang burahin mo, at puwede mong i-lock ang
          diary.
        </Choice>
        <Choice
          icon="wind"
          title="Bitawan na lang"
          locked={sending !== undefined}
          onPick={onLetGo}
          below={<Ways exit={exit} onPick={onExit} />}
        >
          Walang ipapadala, walang itatago. Mawawala ang mga salita, pati sa phone na ’to.
        </Choice>
      </div>
    </Dialog>
  )
}

/** The name under the words. The database puts it there. */
function Signature({ anonymous }: { anonymous: boolean }) {
  const { data: profile } = useProfile()
  if (anonymous) return 'Mababasa ng kahit sino, pero “Anonymous” lang ang nakalagay.'
  if (profile?.codename)
    return (
      <>
        Mababasa ng kahit sino, bilang <bdi className={styles.name}>{profile.codename}</bdi>.
      </>
    )
  return profile === undefined
    ? 'Mababasa ng kahit sino, kasama ang codename mo.'
    : 'Mababasa ng kahit sino. Wala ka pang codename, kaya “Anonymous” ang nakalagay.'
}

function Ways({ exit, onPick }: { exit: Exit; onPick: (exit: Exit) => void }) {
  return (
    <fieldset className={styles.exits}>
      <legend className="visually-hidden">Paano mo bibitawan?</legend>
      {exits.map((each) => (
        <label key={each.exit} className={styles.exit}>
          <input type="radio" name="exit" checked={each.exit === exit} onChange={() => onPick(each.exit)} />
          {each.label}
        </label>
      ))}
    </fieldset>
  )
}

type ChoiceProps = {
  icon: IconName
  title: string
  children: ReactNode
  below?: ReactNode
  tooLong?: string | false
  busy?: boolean
  locked: boolean
  onPick: () => void
}

function Choice({
  icon,
  title,
  children,
  below,
  tooLong = false,
  busy = false,
  locked,
  onPick,
}: ChoiceProps) {
  const meaning = useId()
  return (
    <div className={styles.choice}>
      <div className={styles.way}>
        <span className={styles.icon}>{busy ? <Spinner size={24} /> : <Icon name={icon} />}</span>
        {/* A short name with a description. The touch target covers both. */}
        <button
          type="button"
          className={styles.go}
          disabled={Boolean(tooLong) || (locked && !busy)}
          aria-busy={busy || undefined}
          aria-describedby={meaning}
          onClick={() => locked || onPick()}
        >
          {title}
        </button>
        <p id={meaning} className={styles.meaning}>
          {tooLong || children}
        </p>
      </div>
      {below}
    </div>
  )
}
