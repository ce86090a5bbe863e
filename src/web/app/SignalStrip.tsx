import { useSignal } from '../lib/signal.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './SignalStrip.module.css'

const words = {
  here: '',
  offline: 'Walang internet. Hihintayin ka namin.',
  down: 'May problema sa amin. Sinusubukan ulit.',
}

/** Says that there is no signal, over the page's lower edge. Only a dock at that edge moves. Screen readers need the region before its words. */
export function SignalStrip() {
  const signal = useSignal()
  return (
    <output className={styles.place}>
      {signal !== 'here' && (
        <span className={styles.strip} data-signal={signal}>
          <Icon name="warning" size={16} />
          {words[signal]}
        </span>
      )}
    </output>
  )
}
