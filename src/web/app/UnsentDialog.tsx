import { useState } from 'react'
import { useLocation } from 'wouter'
import { moodOfValue } from '../../shared/moods.ts'
import { excerpt } from '../../shared/excerpt.ts'
import { relativeTime } from '../../shared/relative-time.ts'
import type { Draft } from '../domain/draft/draft.ts'
import { giveBack } from '../domain/draft/give-back.ts'
import { sendWaiting } from '../domain/outbox/courier.ts'
import { useDiaryKey } from '../domain/diary/lock.ts'
import { forgetRefusals, takeBack, useOutbox, type Written } from '../domain/outbox/outbox.ts'
import { quietChunk } from '../lib/chunks.ts'
import { useUser } from '../lib/session.ts'
import type { DiaryKey, Lock } from '../domain/diary/vault.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { showToast } from '../lib/toast.ts'
import styles from './Unsent.module.css'
import { wordsOf } from './unsent-words.ts'

const gone = 'Naipadala na pala ito.'
const full = 'Puno na ang phone mo, kaya naghihintay pa rin ito rito.'
const failed = 'Hindi natuloy; nandito pa ang isinulat mo. Subukan ulit.'

/** Only for what is sealed. */
const opening = quietChunk(() => import('./OpenWaiting.tsx').then((m) => m.OpenWaiting))

/** What waits, and what can be done about each: it can be sent now, taken back to the paper, or thrown away. */
export function UnsentDialog({ onClose }: { onClose: () => void }) {
  const { id: userId } = useUser()
  const waiting = useOutbox(userId)
  const [isBusy, setBusy] = useState(false)
  const [doomed, setDoomed] = useState<Written>()
  const { sealed, back, backWith, close } = useBack(userId, onClose)

  const send = () => {
    setBusy(true)
    void forgetRefusals(userId)
      .then(() => sendWaiting(userId))
      .catch(() => showToast(failed))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Dialog
        open
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
                  onBack={() => void back(item)}
                  onThrow={() => setDoomed(item)}
                />
              ))}
            </ul>
          </>
        )}
      </Dialog>
      {sealed && (
        <opening.Component
          userId={userId}
          lock={sealed.lock}
          onOpened={(key) => backWith(sealed.item, key)}
          onClose={close}
        />
      )}
      {doomed && <ThrowAway userId={userId} item={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

/** Back to the paper; what is sealed asks for its passphrase first, unless the diary is open here. */
function useBack(userId: string, onDone: () => void) {
  const [sealed, setSealed] = useState<{ item: Written; lock: Lock }>()
  const key = useDiaryKey()
  const [, navigate] = useLocation()

  async function take(item: Written, words: Draft) {
    const outcome = await takeBack(userId, item.id, () => giveBack(userId, words))
    if (outcome === 'gone') return showToast(gone)
    if (outcome === 'full') return showToast(full, 'error')
    onDone()
    showToast('Nasa papel mo na ulit.')
    navigate('/write')
  }
  async function back(item: Written) {
    try {
      const words = await wordsOf(item, key)
      if (words) return await take(item, words)
      if (item.destination !== 'diary' || !item.lock) return showToast(failed)
      await opening.preload()
      setSealed({ item, lock: item.lock })
    } catch {
      showToast(failed)
    }
  }
  async function backWith(item: Written, opened: DiaryKey) {
    const words = await wordsOf(item, opened)
    if (!words) throw new Error(failed)
    await take(item, words)
    setSealed(undefined)
  }
  return { sealed, back, backWith, close: () => setSealed(undefined) }
}

type ThrowAwayProps = { userId: string; item: Written; onClose: () => void }

function ThrowAway({ userId, item: { id, row }, onClose }: ThrowAwayProps) {
  async function discard() {
    try {
      await takeBack(userId, id)
      onClose()
      return undefined
    } catch {
      return failed
    }
  }
  return (
    <ConfirmDialog
      title="Itapon ang isinulat mo?"
      word="Itapon"
      icon="trash"
      quote={row.content && excerpt(row.content, 150)}
      onClose={onClose}
      onConfirm={discard}
    >
      <p>Hindi na ito ipapadala, at mawawala na nang tuluyan.</p>
    </ConfirmDialog>
  )
}

type ItemProps = { item: Written; onBack: () => void; onThrow: () => void }

function Item({ item, onBack, onThrow }: ItemProps) {
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
        {mood && excerpt(row.content, 150)}
        {!mood && (refusal ? '🔒 Nakasara pa ito.' : '🔒 Naka-lock na, gaya ng diary mo.')}
      </p>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <div className={styles.acts}>
        <Button kind="plain" size="small" icon="pen" onClick={onBack}>
          Bawiin
        </Button>
        <Button kind="plain" size="small" icon="trash" onClick={onThrow}>
          Itapon
        </Button>
      </div>
    </li>
  )
}
