import { countLetters, limits } from '../../../shared/limits.ts'
import type { Mood, MoodSlug } from '../../../shared/moods.ts'
import type { Draft } from './draft.ts'
import { Leaf } from './Leaf.tsx'
import styles from './WritingLeaf.module.css'

const invitations: Record<MoodSlug, string> = {
  galit: 'Ano’ng ikinagagalit mo?',
  malungkot: 'Ano’ng mabigat ngayon?',
  sisi: 'Ano’ng gusto mong balikan?',
  masaya: 'Ano’ng nagpangiti sa ’yo?',
  kalma: 'Ano’ng nasa isip mo?',
}

type WritingLeafProps = {
  draft: Draft
  mood: Mood
  /** What is said on the empty leaf, also by a screen reader; '' says nothing. */
  told: string
  onWrite: (content: string) => void
  /** Cmd or Ctrl with Enter. */
  onReady: () => void
}

/** The sheet under one's hands: a text area as large as its words, on the chosen art. */
export function WritingLeaf({ draft, mood, told, onWrite, onReady }: WritingLeafProps) {
  const invitation = invitations[mood.slug]
  return (
    <Leaf template={draft.template} words={draft.content} className={styles.leaf}>
      {/* The whole sheet is the label: a tap anywhere on it starts writing. */}
      <label className={styles.field} data-told={told !== '' || undefined}>
        <span className="visually-hidden">Ang nararamdaman mo</span>
        <textarea
          value={draft.content}
          onChange={(event) => onWrite(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            onReady()
          }}
          placeholder={invitation}
          rows={1}
          autoCapitalize="sentences"
          aria-describedby="letters-left"
        />
        {/* Gives the text area its height where `field-sizing` is unknown. */}
        <span className={styles.mirror} aria-hidden="true">
          {`${draft.content || invitation}\n`}
        </span>
      </label>
      <output className={styles.told}>{told}</output>
      <p id="letters-left" className={styles.counter}>
        {counterOf(draft.content)}
      </p>
    </Leaf>
  )
}

/** Says nothing until a limit is near. */
function counterOf(content: string): string {
  // Code points are never more than UTF-16 units: short texts need no counting at each key.
  if (content.length < limits.post * 0.9) return ''
  const letters = countLetters(content.trim())
  const count = (limit: number) => `${letters.toLocaleString('en')}/${limit.toLocaleString('en')}`
  if (letters > limits.post) return `${count(limits.diary)} · sa diary lang kasya`
  return letters > limits.post * 0.9 ? count(limits.post) : ''
}
