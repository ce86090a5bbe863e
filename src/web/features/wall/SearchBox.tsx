import { useEffect, useEffectEvent, useState, type Ref } from 'react'
import { SearchField } from '../../ui/SearchField.tsx'
import styles from './SearchBox.module.css'
import { cutSearch, readSearch } from '../../domain/posts/searching.ts'

/** Wait after the last letter, ms. */
const pause = 300

type SearchBoxProps = {
  ref: Ref<HTMLElement>
  /** The current search. */
  q: string
  /** On a phone the field is hidden while closed. */
  isOpen: boolean
  /** Gets typed letters after a pause, or at once by Enter. */
  onSearch: (q: string) => void
}

/** Searches posts by codename. */
export function SearchBox({ ref, q, isOpen, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(q)
  const [seen, setSeen] = useState(q)
  const [asked, setAsked] = useState(q)
  if (q !== seen) {
    setSeen(q)
    setAsked(q)
    // `q` also changes by back, forward or a link. A change that this box asked for must not replace newer letters.
    if (q !== asked) setText(q)
  }

  function ask(typed: string) {
    const next = readSearch(typed)
    if (next === asked) return
    setAsked(next)
    onSearch(next)
  }
  const askLater = useEffectEvent(ask)
  useEffect(() => {
    const timer = setTimeout(() => askLater(text), pause)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <search ref={ref} className={styles.place} data-open={isOpen || undefined}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask(text)
        }}
      >
        <SearchField
          label="Hanapin ang codename"
          placeholder="Hanapin ang codename"
          value={text}
          onChange={(typed) => setText(cutSearch(typed))}
          onClear={() => {
            setText('')
            ask('')
          }}
        />
      </form>
    </search>
  )
}
