import { useRef, useState } from 'react'
import type { Conversation } from '../../../domain/messages/conversations.ts'
import { acceptRequest, declineRequest } from '../../../domain/messages/requests.ts'
import { openOverlay } from '../../../domain/overlays.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { showToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './Conversation.module.css'

type OfConversation = { conversation: Conversation; codename: string }

/** Runs one answer at a time. Then the buttons are gone, so the focus moves to the name over the talk. A failure is a toast. */
function useAnswer() {
  const [busy, setBusy] = useState<string>()
  const place = useRef<HTMLElement>(null)
  const run = async (name: string, answer: () => Promise<void>) => {
    if (busy) return
    const heading = place.current?.closest('[data-side]')?.querySelector<HTMLElement>('h2')
    setBusy(name)
    try {
      await answer()
      heading?.focus({ preventScroll: true })
    } catch (error) {
      showToast(wordsFor(error), 'error')
    }
    setBusy(undefined)
  }
  return { busy, run, place }
}

/** Above the box of a request: the reader accepts, declines or blocks. Writing back accepts too. */
export function Request({ conversation, codename, onDeclined }: OfConversation & { onDeclined: () => void }) {
  const { busy, run, place } = useAnswer()
  const { conversation_id: id, other_id: userId } = conversation
  async function decline() {
    await declineRequest(id)
    showToast('Tinanggihan. Hindi namin sasabihin sa kanya.')
    onDeclined()
  }
  return (
    <section ref={place} className={styles.offer} aria-label="Request na makipag-usap">
      <p>
        Ngayon lang nag-message si <bdi>{codename}</bdi>. Hindi niya malalaman na nabasa mo. Pag sumagot ka,
        tinanggap mo na rin.
      </p>
      <div className={styles.choices}>
        <Button
          size="small"
          busy={busy === 'accept'}
          onClick={() => void run('accept', () => acceptRequest(id))}
        >
          Tanggapin
        </Button>
        <Button
          kind="quiet"
          size="small"
          busy={busy === 'decline'}
          onClick={() => void run('decline', decline)}
        >
          Tanggihan
        </Button>
        <Button
          kind="plain"
          size="small"
          icon="block"
          onClick={() => openOverlay('avoid', { way: 'block', userId, codename })}
        >
          I-block
        </Button>
      </div>
    </section>
  )
}

/** Above the box of the reader's own request. The words are the same when the other person has declined. */
export function Pending({ codename }: { codename: string }) {
  return (
    <p className={styles.note}>
      Hindi pa sumasagot si <bdi>{codename}</bdi>. Hanggang tatlong mensahe muna ang maipapadala mo.
    </p>
  )
}

/** In place of the box after the messages of an own request: another one would only be refused. Acceptance shows with an answer. */
export const Full = ({ codename }: { codename: string }) => (
  <p className={styles.note}>
    Naipadala mo na ang tatlong mensahe. Hintayin muna natin si <bdi>{codename}</bdi>. Makakasulat ka ulit pag
    sumagot siya.
  </p>
)

/** In place of the box after the reader declined. */
export function Declined({ conversation, codename }: OfConversation) {
  const { busy, run, place } = useAnswer()
  return (
    <section ref={place} className={styles.offer} aria-label="Tinanggihang request">
      <p>
        Tinanggihan mo ang request ni <bdi>{codename}</bdi>.
      </p>
      <div className={styles.choices}>
        <Button
          kind="quiet"
          size="small"
          busy={busy === 'accept'}
          onClick={() => void run('accept', () => acceptRequest(conversation.conversation_id))}
        >
          Tanggapin na
        </Button>
      </div>
    </section>
  )
}
