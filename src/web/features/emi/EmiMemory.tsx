import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { emi } from '../../../shared/emi.ts'
import { topicWith } from '../../domain/messages/conversations.ts'
import { clearTalk } from '../../domain/messages/talk.ts'
import { fetchCareSince, forgetEmi } from '../../domain/emi/memory.api.ts'
import { useUser } from '../../lib/session.ts'
import { publicConfig } from '../../lib/config.ts'
import { wordsFor } from '../../lib/failure.ts'
import { showToast } from '../../lib/toast.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './EmiMemory.module.css'

/** What Emi keeps of the person, and one button that erases it. */
export function EmiMemory({ onClose }: { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function forget() {
    setBusy(true)
    setFailure(undefined)
    try {
      await forgetEmi()
      const topic = topicWith(emi.id)
      if (topic) clearTalk(topic)
      showToast('Nabura na lahat. Bagong simula.')
      onClose()
    } catch (error) {
      setFailure(wordsFor(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ang naaalala ni Emi"
      locked={isBusy}
      footer={
        <>
          <Button kind="quiet" disabled={isBusy} onClick={onClose}>
            Huwag na
          </Button>
          <Button kind="danger" icon="trash" busy={isBusy} onClick={() => void forget()}>
            Burahin lahat
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        <Kept />
        {failure && <Banner kind="error">{failure}</Banner>}
      </div>
    </Dialog>
  )
}

const exact = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'long', timeStyle: 'short' })

function Kept() {
  const { id } = useUser()
  const { data: since } = useQuery({
    queryKey: ['emi_care', id],
    queryFn: () => fetchCareSince(id),
    staleTime: 0,
  })
  return (
    <>
      <p className={styles.lead}>
        <Avatar codename={emi.codename} picture={emi.avatar_url} />
        Bot si Emi. Ito lang ang nakatago tungkol sa inyong dalawa:
      </p>
      <ul className={styles.list}>
        <li>
          <b>Ang usapan ninyo rito.</b> Ang huling limang linya lang ang binabasa niya pag sumasagot.
        </li>
        <li>
          <b>Kung kailan kayo huling nag-usap tungkol sa mabigat na bagay.</b> Ang oras lang, hindi ang
          dahilan. Dalawang araw siyang mas maingat, tapos kusa itong nawawala.
          {since && <span className={styles.since}>Nakatago: {exact.format(new Date(since))}</span>}
        </li>
        <li>
          <b>Bilang ng mga sagot niya sa ’yo.</b> Bilang lang, walang laman. Naiiwan ito.
        </li>
      </ul>
      <p className={styles.note}>
        {publicConfig().features.refine === 'model' &&
          'Isang language model ang tumutulong sa mga sagot niya. Hindi nito nalalaman kung sino ka. '}
        Pag binura, mawawala ang buong usapan sa lahat ng device mo, at hindi na maibabalik.
      </p>
    </>
  )
}
