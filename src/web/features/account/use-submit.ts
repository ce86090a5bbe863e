import { useRef, useState, type FormEvent } from 'react'
import { wordsFor } from '../../lib/failure.ts'

type Options = {
  /** What is wrong with the fields, or undefined. */
  check: (fields: Fields) => string | undefined
  /** Does it; a throw is shown, and the fields keep what was typed. */
  send: (fields: Fields) => Promise<void>
  words?: (error: unknown) => string
}
type Fields = (name: string) => string

/**
 * A form whose fields belong to the browser: what was typed or filled in before the script came is there, and no failure can lose it.
 * A second submit while one is on its way does nothing; after success the form stays busy, since the page is left.
 */
export function useSubmit({ check, send, words = wordsFor }: Options) {
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function submit(fields: Fields) {
    if (sending.current) return
    const problem = check(fields)
    setError(problem)
    if (problem) return
    sending.current = true
    setBusy(true)
    try {
      await send(fields)
    } catch (failure) {
      setError(words(failure))
      setBusy(false)
    }
    sending.current = false
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void submit((name) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    })
  }
  return { busy, error, onSubmit }
}
