import { useLocation } from 'wouter'
import { actionLines, type EmiAction as Action } from '../../../../shared/emi.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { openOverlay } from '../../../domain/overlays.ts'
import { useUser } from '../../../lib/session.ts'
import { withActs } from '../talk/late.ts'
import styles from './EmiAction.module.css'

type EmiActionProps = { topic: string; message: Message; action: Action }

/** The small thing that Emi offers with an answer, as a button. */
export function EmiAction({ topic, message, action }: EmiActionProps) {
  const { id: reader } = useUser()
  const [, navigate] = useLocation()
  function act() {
    if (action !== 'write') openOverlay('emi', { part: action })
    else
      withActs(({ writeIt }) => {
        writeIt(topic, message, reader)
        navigate('/write')
      })
  }
  return (
    <button type="button" className={styles.action} onClick={act}>
      {actionLines[action]}
    </button>
  )
}
