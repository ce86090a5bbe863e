import { useState } from 'react'
import type { Ask } from '../../lib/asks.ts'
import { wordsFor } from '../../lib/failure.ts'
import { blockPerson, mutePerson } from '../../lib/sight.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useToast } from '../../ui/Toast.tsx'
import styles from './BlockDialog.module.css'

/** In plain words what each does; both are quiet, and both can be undone. */
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

type BlockDialogProps = { wanted: Extract<Ask, { kind: 'block' | 'mute' }>; onClose: () => void }

export function BlockDialog({ wanted, onClose }: BlockDialogProps) {
  const { word, done, act, meanings } = ways[wanted.kind]
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      await act(wanted.userId)
      toast(`${done} ${wanted.codename}.`)
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
      title={`${word} si ${wanted.codename}?`}
      locked={busy}
      footer={
        <>
          <Button kind="quiet" disabled={busy} onClick={onClose}>
            Huwag na
          </Button>
          <Button
            kind={wanted.kind === 'block' ? 'danger' : 'primary'}
            busy={busy}
            onClick={() => void confirm()}
          >
            {word}
          </Button>
        </>
      }
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
      {failure && <Banner kind="error">{failure}</Banner>}
    </Dialog>
  )
}
