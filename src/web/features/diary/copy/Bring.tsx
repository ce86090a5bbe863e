import { useRef, type ChangeEvent } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import styles from './Takeaway.module.css'
import { useBringing, type Bringing } from './use-bringing.ts'

type BringProps = { userId: string; onBusy: (isBusy: boolean) => void; onBrought: () => void }

/** Restores a copy: it is checked and confirmed before any entry is added. */
export function Bring({ userId, onBusy, onBrought }: BringProps) {
  const { bringing, choose, start, stop } = useBringing({ userId, onBusy, onBrought })
  const input = useRef<HTMLInputElement>(null)

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) void choose(file)
    // Lets the same file be chosen again after it was mended.
    target.value = ''
  }
  const isGoing = bringing.state === 'going'
  const word = wordOf(bringing)
  return (
    <section className={styles.part} aria-labelledby="bring">
      <h3 id="bring">Ibalik</h3>
      <p>
        Piliin ang JSON na na-download mo rito, kahit galing sa ibang account. Ang mga entry na nandito na ay
        hindi mauulit, at walang mababago.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Kopya ng diary"
        onChange={onChange}
      />
      <Told bringing={bringing} />
      <div className={styles.buttons}>
        {word && (
          <Button kind={isGoing ? 'quiet' : 'primary'} onClick={() => (isGoing ? stop() : void start())}>
            {word}
          </Button>
        )}
        {!isGoing && (
          <Button kind="quiet" busy={bringing.state === 'reading'} onClick={() => input.current?.click()}>
            Pumili ng file
          </Button>
        )}
      </div>
    </section>
  )
}

const inWords = (count: number) => `${count.toLocaleString('en')} entry`

function tellRead(all: number, missing: number | undefined): string {
  if (missing === 0 && all > 0) return `Nandito na ang lahat ng ${all.toLocaleString('en')}.`
  if (missing === undefined || missing === all) return `May ${inWords(all)} sa file na puwedeng ibalik.`
  return `${missing.toLocaleString('en')} sa ${inWords(all)} ang wala pa rito.`
}

/** One button starts, stops and resumes, so that it keeps the focus. */
function wordOf(bringing: Bringing): string | undefined {
  if (bringing.state === 'read') {
    const count = bringing.missing ?? bringing.entries.length
    return count > 0 ? `Ibalik ang ${inWords(count)}` : undefined
  }
  if (bringing.state === 'going') return 'Ihinto muna'
  return bringing.state === 'broken' ? 'Ituloy' : undefined
}

function Told({ bringing }: { bringing: Bringing }) {
  switch (bringing.state) {
    case 'reading':
      return <output>Binabasa ang file…</output>
    case 'refused':
      return <Banner kind="error">{bringing.words}</Banner>
    case 'read':
      return (
        <>
          <output>{tellRead(bringing.entries.length, bringing.missing)}</output>
          <Problems title="Hindi maisasama ang mga ito:" problems={bringing.problems} />
        </>
      )
    case 'going':
      return (
        <>
          <progress
            aria-label="Ibinabalik ang mga entry"
            max={bringing.entries.length}
            value={bringing.done}
          />
          <p className={styles.hint}>
            {bringing.done.toLocaleString('en')} sa {inWords(bringing.entries.length)}. Huwag munang isara ang
            page.
          </p>
        </>
      )
    case 'broken':
      return (
        <Banner kind="error">
          Naputol: {bringing.words}{' '}
          {bringing.added > 0 && `Ang ${bringing.added.toLocaleString('en')} na nailagay na ay ligtas. `}
          Ituloy mo lang, walang madodoble.
        </Banner>
      )
    case 'done':
      return (
        <div className={styles.done} tabIndex={-1} ref={takeFocus}>
          <Banner kind="success">
            Tapos na. {bringing.added.toLocaleString('en')} bago, {bringing.known.toLocaleString('en')}{' '}
            nandito na.
          </Banner>
          <Problems title="Hindi natanggap ang mga ito:" problems={bringing.refused} />
        </div>
      )
    default:
      return null
  }
}

/** The focused button was removed. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

const mostShown = 5

function Problems({ title, problems }: { title: string; problems: readonly string[] }) {
  if (problems.length === 0) return null
  const more = problems.length - mostShown
  return (
    <div className={styles.hint}>
      <p>{title}</p>
      <ul className={styles.problems}>
        {problems.slice(0, mostShown).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {more > 0 && <li>at {more.toLocaleString('en')} pa</li>}
      </ul>
    </div>
  )
}
