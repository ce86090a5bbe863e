import { useEffect, useState } from 'react'
import { wordsFor } from '../lib/failure.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

/** The server mails an address once a minute and drops other requests in silence. The button waits, so that a press sends a mail. */
const pauseMs = 60_000

const mailed = 'Naipadala na ulit. Silipin mo rin ang spam.'

/** Shown after a mail or a text was sent. `sent`: words when another one is on its way. */
export function SendAgain({ send, sent = mailed }: { send: () => Promise<void>; sent?: string }) {
  const [sentAt, setSentAt] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; words: string }>()
  const seconds = useSecondsUntil(sentAt + pauseMs)
  const again = async () => {
    setBusy(true)
    try {
      await send()
      setSentAt(Date.now())
      setOutcome({ kind: 'success', words: sent })
    } catch (error) {
      setOutcome({ kind: 'error', words: wordsFor(error) })
    }
    setBusy(false)
  }
  return (
    <>
      {outcome && <Banner kind={outcome.kind}>{outcome.words}</Banner>}
      <Button kind="quiet" busy={busy} disabled={seconds > 0} onClick={() => void again()}>
        {seconds > 0 ? `Wala pa? Ipadala ulit (${seconds} s)` : 'Wala pa? Ipadala ulit'}
      </Button>
    </>
  )
}

function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((end - now) / 1_000))
}
