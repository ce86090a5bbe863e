import { useState } from 'react'
import { useLocation } from 'wouter'
import { moodOfValue } from '../../shared/moods.ts'
import { excerpt } from '../../shared/excerpt.ts'
import { relativeTime } from '../../shared/relative-time.ts'
import { giveBack } from '../features/compose/give-back.ts'
import { sendWaiting } from '../lib/courier.ts'
import { useDiaryKey } from '../lib/diary-lock.ts'
import { takeBack, type Written } from '../lib/outbox.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { showToast } from '../ui/Toast.tsx'
import styles from './Unsent.module.css'
import { wordsOf } from './unsent-words.ts'

const gone = 'Naipadala na pala ito.'

type UnsentDialogProps = {
  open: boolean
  userId: string
  waiting: readonly Written[]
  onClose: () => void
}

/** What waits, and what can be done about each: it can be sent now, taken back to the paper, or thrown away. */
export function UnsentDialog({ open, userId, waiting, onClose }: UnsentDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [doomed, setDoomed] = useState<Written>()
  const key = useDiaryKey()
  const [, navigate] = useLocation()

  const send = () => {
    setBusy(true)
    void sendWaiting(userId).finally(() => setBusy(false))
  }
  const back = async (item: Written) => {
    const words = await wordsOf(item, key)
    const taken = words && (await takeBack(userId, item.id).catch(() => undefined))
    if (!taken) return showToast(gone)
    giveBack(userId, words)
    onClose()
    showToast('Nasa papel mo na ulit.')
    navigate('/write')
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Naghihintay ng signal"
        footer={
          waiting.length > 0 && (
            <Button kind="quiet" busy={isBusy} onClick={send}>
              Ipadala na
            </Button>
          )
        }
      >
        {waiting.length === 0 ? (
          <EmptyState picture="🕊️" title="Naipadala na lahat">
            <p>Wala nang naghihintay.</p>
          </EmptyState>
        ) : (
          <>
            <p className={styles.lead}>Nasa phone mo pa lang ang mga ito. Kusang ipapadala pag may signal.</p>
            <ul className={styles.list}>
              {waiting.map((item) => (
                <Item
                  key={item.id}
                  item={item}
                  isOpen={item.row.mood !== null || key !== null}
                  onBack={() => void back(item)}
                  onThrow={() => setDoomed(item)}
                />
              ))}
            </ul>
          </>
        )}
      </Dialog>
      {doomed && (
        <ConfirmDialog
          title="Itapon ang isinulat mo?"
          word="Itapon"
          icon="trash"
          quote={doomed.row.content && excerpt(doomed.row.content, 150)}
          onClose={() => setDoomed(undefined)}
          onConfirm={async () => {
            await takeBack(userId, doomed.id).catch(() => undefined)
            setDoomed(undefined)
            return undefined
          }}
        >
          <p>Hindi na ito ipapadala, at mawawala na nang tuluyan.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type ItemProps = { item: Written; isOpen: boolean; onBack: () => void; onThrow: () => void }

function Item({ item, isOpen, onBack, onThrow }: ItemProps) {
  const { row, destination, writtenAt, refusal } = item
  const mood = row.mood && moodOfValue(row.mood)
  return (
    <li className={styles.item} data-mood={mood ? mood.slug : 'kalma'}>
      <p className={styles.where}>
        <span>
          {destination === 'diary' || !mood ? 'Para sa diary mo' : `Para sa ${mood.title}`}
          {destination === 'wall-anonymous' && ', walang codename'}
        </span>
        <time dateTime={writtenAt}>{relativeTime(writtenAt)}</time>
      </p>
      <p className={styles.words} dir="auto">
        {mood ? excerpt(row.content, 150) : '🔒 Naka-lock na, gaya ng diary mo.'}
      </p>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <div className={styles.acts}>
        {isOpen && (
          <Button kind="plain" size="small" icon="pen" onClick={onBack}>
            Bawiin
          </Button>
        )}
        <Button kind="plain" size="small" icon="trash" onClick={onThrow}>
          Itapon
        </Button>
      </div>
    </li>
  )
}
