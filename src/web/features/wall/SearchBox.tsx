import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './SearchBox.module.css'
import { cutSearch, readSearch } from './searching.ts'

/** After the last letter, ms. */
const pause = 300

/** Finds posts by the codename on them. `q` is what is searched now; what is typed goes to `onSearch` after a moment, by Enter at once. */
export function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
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
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          ask(text)
        }}
      >
        <label className="visually-hidden" htmlFor={id}>
          Hanapin ang codename
        </label>
        <Icon name="search" size={20} />
        <input
          ref={box}
          id={id}
          type="search"
          className={styles.box}
          value={text}
          onChange={({ target }) => setText(cutSearch(target.value))}
          placeholder="Hanapin ang codename"
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        {text && (
          <IconButton
            icon="close"
            label="Tapusin ang paghahanap"
            onClick={() => {
              setText('')
              ask('')
              box.current?.focus()
            }}
          />
        )}
      </form>
    </search>
  )
}
