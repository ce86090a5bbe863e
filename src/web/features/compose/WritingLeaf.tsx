import { useEffect, useRef, type RefObject } from 'react'
import { countLetters, limits } from '../../../shared/limits.ts'
import type { Mood, MoodSlug } from '../../../shared/moods.ts'
import { Icon } from '../../ui/Icon.tsx'
import { sizeOf } from '../../ui/word-size.ts'
import type { Draft } from '../../domain/draft/draft.ts'
import { Leaf } from './Leaf.tsx'
import { useDraftPart, type KeptDraft } from '../../domain/draft/kept-draft.ts'
import styles from './WritingLeaf.module.css'

const invitations: Record<MoodSlug, string> = {
  galit: 'Ano’ng ikinagagalit mo?',
  malungkot: 'Ano’ng mabigat ngayon?',
  sisi: 'Ano’ng gusto mong balikan?',
  masaya: 'Ano’ng nagpangiti sa ’yo?',
  kalma: 'Ano’ng nasa isip mo?',
}

type WritingLeafProps = {
  field: RefObject<HTMLTextAreaElement | null>
  kept: KeptDraft
  mood: Mood
  template: string | null
  /** The text of the empty leaf, also for screen readers. */
  message: string
  /** The words leave in the film over this sheet, which is empty and closed meanwhile. */
  isLeaving: boolean
  onWrite: (content: string) => void
  /** Cmd or Ctrl with Enter. */
  onReady: () => void
}

/** The sheet to write on: a text area that grows with its words, on the chosen art. */
export function WritingLeaf(props: WritingLeafProps) {
  const { field, kept, mood, template, message, isLeaving, onWrite, onReady } = props
  const size = useDraftPart(kept, (draft) => sizeOf(draft.content))
  const sheet = useDraftPart(kept, () => kept.sheet)
  const invitation = invitations[mood.slug]
  const spoken = useRef<HTMLOutputElement>(null)
  // The pressed button may be a screen below the sheet.
  useEffect(() => {
    if (message) spoken.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <Leaf template={template} size={size} className={styles.leaf}>
      {/* The whole sheet is the label: a tap anywhere starts writing. */}
      <label className={styles.field} data-message={message !== '' || isLeaving || undefined}>
        <span className="visually-hidden">Ang nararamdaman mo</span>
        {/* Uncontrolled: with React's value a long text would be laid out twice at each key. */}
        <textarea
          key={sheet.number}
          ref={field}
          defaultValue={sheet.words}
          onChange={(event) => onWrite(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            onReady()
          }}
          placeholder={invitation}
          rows={1}
          readOnly={isLeaving}
          autoCapitalize="sentences"
          aria-describedby="letters-left"
        />
        {!CSS.supports('field-sizing', 'content') && <Mirror kept={kept} invitation={invitation} />}
      </label>
      <output ref={spoken} className={styles.message} data-leaving={isLeaving || undefined}>
        {isLeaving ? 'Pinapakawalan na. Walang ipinadala, walang itinago.' : message}
      </output>
      <Counter kept={kept} />
    </Leaf>
  )
}

/** For browsers without `field-sizing`. */
function Mirror({ kept, invitation }: { kept: KeptDraft; invitation: string }) {
  const content = useDraftPart(kept, (draft) => draft.content)
  return (
    <span className={styles.mirror} aria-hidden="true">
      {`${content || invitation}\n`}
    </span>
  )
}

/** A component of its own, because near a limit it renders at each key. */
function Counter({ kept }: { kept: KeptDraft }) {
  const count = useDraftPart(kept, counterOf)
  const isOver = count.startsWith(over)
  return (
    <p id="letters-left" className={styles.counter} data-over={isOver || undefined}>
      {isOver && <Icon name="warning" size={18} />}
      {count}
    </p>
  )
}

const over = 'Sobra ng '

/** Empty until a limit is near. */
function counterOf({ content }: Draft): string {
  // A text has at most as many code points as UTF-16 units, so short texts are not counted.
  if (content.length < limits.post * 0.9) return ''
  const letters = countLetters(content.trim())
  const count = (limit: number) => `${letters.toLocaleString('en')}/${limit.toLocaleString('en')}`
  if (letters > limits.diary)
    return `${over}${(letters - limits.diary).toLocaleString('en')}, hindi na kasya kahit sa diary`
  if (letters > limits.post) return `${count(limits.diary)} · sa diary lang kasya`
  return letters > limits.post * 0.9 ? count(limits.post) : ''
}
