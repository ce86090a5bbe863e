import { useEffect, useEffectEvent, useState } from 'react'
import { SearchField } from '../../ui/SearchField.tsx'
import styles from './SearchBox.module.css'
import { cutSearch, readSearch } from '../../domain/posts/searching.ts'

/** After the last letter, ms. */
const pause = 300

/** Finds posts by the codename on them. `q` is what is searched now; what is typed goes to `onSearch` after a moment, by Enter at once. */
export function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const [seen, setSeen] = useState(q)
  const [asked, setAsked] = useState(q)
  if (q !== seen) {
    setSeen(q)
    setAsked(q)
    // Back, forward, a link. When it is what was asked for here, more may have been typed since.
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
    <search className={styles.place}>
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
