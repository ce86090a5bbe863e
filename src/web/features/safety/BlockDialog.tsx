import type { Overlays } from '../../domain/overlays.ts'
import { wordsFor } from '../../lib/failure.ts'
import { blockPerson, mutePerson } from '../../domain/safety/sight.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { showToast } from '../../lib/toast.ts'
import styles from './BlockDialog.module.css'

/** The effects of each. Both are silent and can be undone. */
const ways = {
  block: {
    word: 'I-block',
    done: 'Naka-block na si',
    act: blockPerson,
    meanings: [
      'Hindi mo na makikita ang mga post at komento niya, at hindi na rin niya makikita ang sa ’yo.',
      'Hindi na kayo makakapagkomento o makaka-react sa isa’t isa.',
    ],
  },
  mute: {
    word: 'I-mute',
    done: 'Naka-mute na si',
    act: mutePerson,
    meanings: [
      'Hindi mo na makikita ang mga post at komento niya.',
      'Ikaw lang: makikita pa rin niya ang sa ’yo.',
    ],
  },
}

type BlockDialogProps = Overlays['avoid'] & { onClose: () => void }

export function BlockDialog({ way, userId, codename, onClose }: BlockDialogProps) {
  const { word, done, act, meanings } = ways[way]

  async function confirm() {
    try {
      await act(userId)
      showToast(`${done} ${codename}.`)
      onClose()
    } catch (error) {
      return wordsFor(error)
    }
    return undefined
  }
  return (
    <ConfirmDialog
      title={`${word} si ${codename}?`}
      word={word}
      kind={way === 'block' ? 'danger' : 'primary'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ul className={styles.meanings}>
        {meanings.map((meaning) => (
          <li key={meaning}>{meaning}</li>
        ))}
        <li>Hindi namin sasabihin sa kanya.</li>
        <li>Mababawi mo ito sa Profile, kahit kailan.</li>
      </ul>
      <p className={styles.note}>
        Hindi kasama ang mga post na walang codename: walang dapat makahula kung kanino ang mga ’yon. Puwede
        mong itago ang bawat isa.
      </p>
    </ConfirmDialog>
  )
}
