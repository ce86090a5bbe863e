import { useRef, useState, type FormEvent } from 'react'
import { wordsFor } from '../lib/failure.ts'

type Options = {
  /** Words about an invalid field, or undefined. */
  check: (fields: Fields) => string | undefined
  /** Its error is shown, and the fields keep their values. */
  send: (fields: Fields) => Promise<void>
  words?: (error: unknown) => string
}
type Fields = (name: string) => string

/**
 * An uncontrolled form: it keeps what was typed or autofilled before the script loaded. A second submit does nothing during the first.
 * After success the form stays busy, because the page is left.
 */
export function useSubmit({ check, send, words = wordsFor }: Options) {
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  /** The words about a field at the last submit. */
  const [lack, setLack] = useState<string>()

  async function submit(fields: Fields) {
    if (sending.current) return
    const problem = check(fields)
    setLack(problem)
    setError(undefined)
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
    void submit(fieldsOf(event.currentTarget))
  }
  /** The words about a field go once the field is right. What the server refused is no longer in the form. */
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    setError(undefined)
    if (lack !== check(fieldsOf(event.currentTarget))) setLack(undefined)
  }
  return { busy, error: lack ?? error, onSubmit, onChange }
}

function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form)
  return (name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
}
