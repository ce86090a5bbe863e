import { useEffect, useRef, useState, type FormEvent } from 'react'
import { refusalOf, startWordFilters, useWordFilters } from '../../domain/safety/word-filters.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './WordFilters.module.css'

/** Word filters: posts and comments with one of the words are folded, on this device only. */
export function WordFilters() {
  const { list, add, remove } = useWordFilters()
  const [word, setWord] = useState('')
  useEffect(startWordFilters, [])
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('input')?.focus()

  function submit(event: FormEvent) {
    event.preventDefault()
    const refusal = refusalOf(list, word)
    setError(refusal)
    focus()
    if (refusal) return
    add(word)
    setWord('')
  }
  function drop(gone: string) {
    remove(gone)
    setError(undefined)
    // The button that was pressed is removed with the word.
    focus()
  }
  return (
    <>
      <p className={styles.about}>
        Nakatupi ang mga post at komento na may ganitong salita; ikaw ang bahala kung bubuksan. Dito lang sa
        gamit mo ang listahang ito.
      </p>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="Salita o parirala"
          value={word}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          onChange={(event) => {
            setWord(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" kind="quiet" icon="plus">
          Idagdag
        </Button>
      </form>
      {list.length > 0 && (
        <ul className={styles.words} aria-label="Mga salitang iniiwasan ko">
          {list.map((each) => (
            <li key={each}>
              <span dir="auto">{each}</span>
              <button type="button" onClick={() => drop(each)} aria-label={`Alisin ang ${each}`}>
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
