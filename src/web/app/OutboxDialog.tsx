import { useState } from 'react'
import { useLocation } from 'wouter'
import { moodOfValue } from '../../shared/moods.ts'
import { excerpt } from '../../shared/excerpt.ts'
import { plainText } from '../../shared/plain-text.ts'
import { relativeTime } from '../../shared/relative-time.ts'
import { type Draft, returnToDraft } from '../domain/draft/draft.ts'
import { sendOutbox } from '../domain/outbox/sender.ts'
import { forgetRefusals, takeBack, useOutbox } from '../domain/outbox/queue.ts'
import type { Lock, OutboxItem, QueuedWriting } from '../domain/device/kept.ts'
import { isInTalk, isReply } from '../domain/outbox/waiting.ts'
import { useDiaryKey, useDoubt } from '../domain/diary/lock.ts'
import { LockDiffers } from '../domain/diary/trusted-lock.ts'
import { quietChunk } from '../lib/chunks.ts'
import { useUser } from '../lib/session.ts'
import type { DiaryKey } from '../domain/diary/vault.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { showToast } from '../lib/toast.ts'
import styles from './Outbox.module.css'
import { openItem } from '../domain/outbox/seal.ts'
import { OutboxMessage } from './OutboxMessage.tsx'
import { OutboxReply } from './OutboxReply.tsx'

const gone = 'Naipadala na pala ito.'
const full = 'Puno na ang phone mo, kaya naghihintay pa rin ito rito.'
const failed = 'Hindi natuloy; nandito pa ang isinulat mo. Subukan ulit.'

/** Only for a sealed entry. */
const opening = quietChunk(() => import('./OpenSealed.tsx').then((m) => m.OpenSealed))

/** The outbox: its writer sends an item now, takes it back to the draft, or deletes it. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { id: userId } = useUser()
  const items = useOutbox(userId)
  const [isBusy, setBusy] = useState(false)
  const [doomed, setDoomed] = useState<OutboxItem>()
  const { sealed, back, backWith, close } = useBack(userId, onClose)

  const send = () => {
    setBusy(true)
    void forgetRefusals(userId)
      .then(() => sendOutbox(userId))
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
          items.length > 0 && (
            <Button kind="quiet" busy={isBusy} onClick={send}>
              Ipadala na
            </Button>
          )
        }
      >
        {items.length === 0 ? (
          <EmptyState picture="🕊️" title="Naipadala na lahat">
            <p>Wala nang naghihintay.</p>
          </EmptyState>
        ) : (
          <>
            <Reason items={items} />
            <ul className={styles.list}>
              {items.map((item) => {
                const onThrow = () => setDoomed(item)
                if (isInTalk(item)) return <OutboxMessage key={item.id} {...{ item, onThrow }} />
                return isReply(item) ? (
                  <OutboxReply key={item.id} {...{ userId, item, onThrow }} />
                ) : (
                  <Item key={item.id} {...{ item, onThrow }} onBack={() => void back(item)} />
                )
              })}
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

/** Why the items wait. */
function Reason({ items }: { items: readonly OutboxItem[] }) {
  const isDoubted = useDoubt() !== undefined && items.some(({ destination }) => destination === 'diary')
  if (isDoubted) return <Banner kind="error">{new LockDiffers().message}</Banner>
  return <p className={styles.lead}>Nasa phone mo pa lang ang mga ito. Kusang ipapadala pag may signal.</p>
}

/** Takes an item back to the draft. A sealed one asks for its passphrase first, unless the diary is open here. */
function useBack(userId: string, onDone: () => void) {
  const [sealed, setSealed] = useState<{ item: QueuedWriting; lock: Lock }>()
  const key = useDiaryKey()
  const [, navigate] = useLocation()

  async function take(item: QueuedWriting, words: Draft) {
    const outcome = await takeBack(userId, item.id, () => returnToDraft(userId, words))
    if (outcome === 'gone') return showToast(gone)
    if (outcome === 'full') return showToast(full, 'error')
    onDone()
    showToast('Nasa papel mo na ulit.')
    navigate('/write')
  }
  async function back(item: QueuedWriting) {
    try {
      const words = await openItem(item, key)
      if (words) return await take(item, words)
      if (item.destination !== 'diary' || !item.lock) return showToast(failed)
      await opening.preload()
      setSealed({ item, lock: item.lock })
    } catch {
      showToast(failed)
    }
  }
  async function backWith(item: QueuedWriting, opened: DiaryKey) {
    const words = await openItem(item, opened)
    if (!words) throw new Error(failed)
    await take(item, words)
    setSealed(undefined)
  }
  return { sealed, back, backWith, close: () => setSealed(undefined) }
}

type ThrowAwayProps = { userId: string; item: OutboxItem; onClose: () => void }

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
      quote={'content' in row && row.content ? excerpt(plainText(row.content, []), 150) : ''}
      onClose={onClose}
      onConfirm={discard}
    >
      <p>Hindi na ito ipapadala, at mawawala na nang tuluyan.</p>
    </ConfirmDialog>
  )
}

type ItemProps = { item: QueuedWriting; onBack: () => void; onThrow: () => void }

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
