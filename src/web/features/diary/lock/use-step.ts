import { useRef, useState } from 'react'
import { lockWords } from './words.ts'

/** An action that takes time and can fail, one at a time. */
export function useStep() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)

  async function step(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(lockWords(error))
    }
    running.current = false
    setBusy(false)
  }
  return { isBusy, failure, step: (work: () => Promise<void>) => void step(work) }
}
