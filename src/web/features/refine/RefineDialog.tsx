import type { Refining } from '../../domain/draft/refining.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Choosing } from './Choosing.tsx'
import styles from './RefineDialog.module.css'
import { Made } from './Made.tsx'
import { Applied, Working } from './Stages.tsx'
import { takeFocus } from './take-focus.ts'
import { useRefine } from './use-refine.ts'

/** AI Refine: the choice, a wait that can be stopped, the result. Closing the dialog aborts the request. */
export function RefineDialog({ onClose, ...refining }: Refining & { onClose: () => void }) {
  const help = useRefine(refining)
  const { phase, passage } = help
  return (
    <Dialog open onClose={onClose} title="AI Refine">
      {phase.name === 'idle' && (
        <Choosing {...{ phase, passage }} limits={help.limits} onAsk={(preset) => void help.ask(preset)} />
      )}
      {phase.name === 'asking' && <Leaving onAgree={() => help.agree(phase.preset)} onStay={onClose} />}
      {phase.name === 'working' && <Working onStop={help.back} />}
      {phase.name === 'result' && (
        <Made
          text={phase.text}
          change={phase.change}
          isPart={passage.isPart}
          isLate={phase.isLate === true}
          onReplace={() => help.replace(phase.text)}
          onInsert={() => help.insert(phase.text)}
          onDiscard={help.back}
        />
      )}
      {phase.name === 'applied' && <Applied words={phase.words} onOver={onClose} />}
    </Dialog>
  )
}

/** Asked each time: words of a locked diary would leave the device. */
function Leaving({ onAgree, onStay }: { onAgree: () => void; onStay: () => void }) {
  return (
    <div className={styles.stage}>
      <h3 ref={takeFocus} tabIndex={-1} className={styles.heading}>
        Naka-lock ang diary mo
      </h3>
      <p>
        Ang itinatago mo roon, sa phone mo lang nababasa. Para ma-refine ito, kailangang lumabas ang mga
        salita at mabasa ng helper. Ikaw ang bahala.
      </p>
      <div className={styles.acts}>
        <Button onClick={onAgree}>Oo, ituloy</Button>
        <Button kind="quiet" onClick={onStay}>
          Huwag na
        </Button>
      </div>
    </div>
  )
}
