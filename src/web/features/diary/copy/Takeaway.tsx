import { useState } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { showToast } from '../../../lib/toast.ts'
import type { Entry } from '../../../domain/diary/opened.ts'
import { Bring } from './Bring.tsx'
import { writeFile } from './diary-file.ts'
import { toMarkdown } from './markdown.ts'
import { Printed } from './Printed.tsx'
import styles from './Takeaway.module.css'

type TakeawayProps = {
  entries: readonly Entry[]
  /** The diary may lock itself, or receive its first sealed entry, meanwhile. Then nothing is exported. */
  isOpen: boolean
  /** Exports a complete diary only. */
  isWhole: boolean
  /** Entries that the key cannot open. The export lacks them and says so. */
  unreadable: number
  userId: string
  /** Entries were restored. */
  onBrought: () => void
  onClose: () => void
}

type Shape = 'json' | 'markdown' | 'paper'

/** Exports a copy of the diary, and restores one. */
export function Takeaway({
  entries,
  isOpen,
  isWhole,
  unreadable,
  userId,
  onBrought,
  onClose,
}: TakeawayProps) {
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Shape>()
  /** Counts the exports. */
  const [prints, setPrints] = useState(0)
  const isSealed = entries.some((entry) => entry.isSealed)

  function take(shape: Shape) {
    setAsked(undefined)
    if (shape === 'paper') {
      setPrints(prints + 1)
      return
    }
    const now = new Date()
    const name = `emote-diary-${now.toLocaleDateString('sv')}`
    if (shape === 'json') save(`${name}.json`, 'application/json', writeFile(entries, now))
    else save(`${name}.md`, 'text/markdown', toMarkdown(entries))
    showToast('Nagawa na ang kopya mo.')
  }
  const ask = (shape: Shape) => (isSealed ? setAsked(shape) : take(shape))
  return (
    <>
      <Dialog open onClose={onClose} title="Kopya ng diary mo" shape="sheet" locked={isBusy}>
        <div className={styles.takeaway}>
          {isOpen ? (
            <Take
              count={entries.length}
              unreadable={unreadable}
              isWhole={isWhole}
              disabled={isBusy}
              onTake={ask}
            />
          ) : (
            <p>Naka-lock ang diary mo. Buksan muna ito kung gusto mo ng kopya.</p>
          )}
          <Bring userId={userId} onBusy={setBusy} onBrought={onBrought} />
        </div>
      </Dialog>
      {isOpen && asked && (
        <OpenCopyDialog onConfirm={() => take(asked)} onClose={() => setAsked(undefined)} />
      )}
      {isOpen && prints > 0 && <Printed key={prints} entries={entries} />}
    </>
  )
}

const save = (name: string, type: string, text: string) => saveFile(name, new Blob([text], { type }))

/** Confirms an open export of a locked diary. */
function OpenCopyDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Bukas ang kopyang ito"
      word="Gawin pa rin"
      kind="primary"
      onConfirm={() => Promise.resolve(onConfirm()).then(() => undefined)}
      onClose={onClose}
    >
      <p>
        Naka-lock ang diary mo, pero ang kopya ay hindi. Walang passphrase na hihingin: mababasa ito ng
        sinumang may hawak nito.
      </p>
    </ConfirmDialog>
  )
}

type TakeProps = Pick<TakeawayProps, 'isWhole' | 'unreadable'> & {
  count: number
  disabled: boolean
  onTake: (shape: Shape) => void
}

function Take({ count, unreadable, isWhole, disabled, onTake }: TakeProps) {
  const cannot = disabled || !isWhole || count === 0
  return (
    <section className={styles.part} aria-labelledby="take">
      <h3 id="take">Dalhin</h3>
      <p>
        {count === 0
          ? 'Blangko pa ang diary mo, kaya wala pang madadala.'
          : `Lahat ng ${count.toLocaleString('en')} entry mo, buo ang mga salita at petsa.`}
      </p>
      {!isWhole && (
        <Banner kind="note">Kinukuha pa ang mga luma mong entry. Pag nandito na lahat, puwede na.</Banner>
      )}
      {unreadable > 0 && (
        <Banner kind="note">
          May {unreadable.toLocaleString('en')} entry na hindi mabuksan, kaya wala sila sa kopya.
        </Banner>
      )}
      <ul className={styles.shapes}>
        <li>
          <Button kind="quiet" wide disabled={cannot} onClick={() => onTake('json')}>
            I-download (JSON)
          </Button>
          <small>Ito ang maibabalik mo rito balang araw.</small>
        </li>
        <li>
          <Button kind="quiet" wide disabled={cannot} onClick={() => onTake('markdown')}>
            I-download (Markdown)
          </Button>
          <small>Para mabasa sa kahit anong phone o computer.</small>
        </li>
        <li>
          <Button kind="quiet" wide disabled={cannot} onClick={() => onTake('paper')}>
            I-print
          </Button>
          <small>Sa papel, o i-save bilang PDF.</small>
        </li>
      </ul>
      <p className={styles.warning}>
        Kung sino ang may hawak ng kopya, siya ang makakabasa. Itago mo ito nang maayos, at burahin kung hindi
        sa ’yo ang phone.
      </p>
    </section>
  )
}
