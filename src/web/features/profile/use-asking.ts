import { useState, type FormEvent } from 'react'

type Asking = {
  /** What the field begins with. */
  first?: string
  /** Words about what was typed, or undefined. */
  check: (typed: string) => string | undefined
  send: (typed: string) => Promise<void>
  words: (error: unknown) => string
}

/** A form with one field. After success it stays busy, because the form goes. */
export function useAsking({ first = '', check, send, words }: Asking) {
  const [typed, setTyped] = useState(first)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    const problem = check(typed)
    setError(problem)
    if (problem) return
    setBusy(true)
    try {
      await send(typed)
    } catch (failure) {
      setError(words(failure))
      setBusy(false)
    }
  }
  return {
    isBusy,
    field: {
      value: typed,
      error,
      onChange: (event: { target: { value: string } }) => {
        setTyped(event.target.value)
        setError(undefined)
      },
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (!isBusy) void submit()
    },
  }
}
