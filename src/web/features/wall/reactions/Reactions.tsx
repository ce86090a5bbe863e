import { useState } from 'react'
import { useUser } from '../../../lib/session.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { showToast } from '../../../lib/toast.ts'
import { removePost } from '../../../domain/posts/feed.ts'
import { ReactionPicker } from './ReactionPicker.tsx'
import { react } from '../../../domain/posts/reactions.api.ts'
import { watchNear } from './near.ts'
import styles from './Reactions.module.css'
import { upTo } from '../../../../shared/up-to.ts'
import { nameOf, orderKinds, summarize, totalOf, type Emoji } from '../../../domain/posts/reactions.ts'
import { useReactions, type Post } from '../../../domain/posts/post-store.ts'

/** Three kinds with their counts, and the button to react. Its height never changes. */
export function Reactions({ post }: { post: Post }) {
  const user = useUser()
  const { counts, mine, isWaiting } = useReactions(post.id)
  const kinds = useSteadyOrder(counts)
  const { shown, more } = summarize(kinds, mine)
  const total = totalOf(counts)
  async function choose(emoji: Emoji) {
    if (await react(post.id, user.id, emoji)) return
    showToast('Wala na rito ang post na ’to.')
    removePost(post.id)
  }

  return (
    <fieldset
      ref={watchNear}
      className={styles.row}
      data-reactions={post.id}
      data-crowded={shown.length > 2 || undefined}
      aria-label={`Mga reaksyon sa post ni ${post.codename}`}
    >
      {shown.map((emoji) => (
        <button
          key={emoji}
          ref={passFocusOn}
          type="button"
          className={styles.chip}
          aria-pressed={emoji === mine}
          aria-label={`${nameOf(emoji)} ${upTo(9, counts[emoji] ?? 0)}`}
          onClick={() => void choose(emoji)}
        >
          <span className={styles.face}>
            <span className={styles.emoji} aria-hidden="true">
              {emoji}
            </span>
            <span className={styles.count}>{upTo(9, counts[emoji] ?? 0)}</span>
          </span>
        </button>
      ))}
      {more > 0 && (
        <span className={styles.more}>
          +{more}
          <span className="visually-hidden"> pang klase</span>
        </span>
      )}
      <ReactionPicker counts={counts} mine={mine} onChoose={(emoji) => void choose(emoji)}>
        <span className={styles.add}>
          <Icon name="smile" size={22} />
          <span className="visually-hidden">
            {mine ? `Reaksyon mo: ${nameOf(mine)}. Palitan.` : 'Mag-react'}
          </span>
        </span>
      </ReactionPicker>
      {isWaiting && <WaitingMark />}
      {/* One or two kinds show their own numbers, up to nine. */}
      {(kinds.length > 2 || total > 9) && <span className={styles.total}>{upTo(99, total)} lahat</span>}
    </fieldset>
  )
}

/** The person's reaction is not sent yet. */
function WaitingMark() {
  return (
    <span className={styles.waiting}>
      <Icon name="clock" size={16} />
      <span className="visually-hidden">Naghihintay ng signal ang reaksyon mo.</span>
    </span>
  )
}

/** A removed chip passes its focus to the button beside it. */
function passFocusOn(chip: HTMLButtonElement | null) {
  return () => {
    if (chip === document.activeElement)
      chip?.parentElement?.querySelector<HTMLElement>('[popovertarget]')?.focus({ preventScroll: true })
  }
}

/** The kinds in the order of their first appearance. */
function useSteadyOrder(counts: Parameters<typeof orderKinds>[0]): Emoji[] {
  const [order, setOrder] = useState<Emoji[]>(() => orderKinds(counts))
  const kinds = orderKinds(counts, order)
  if (kinds.join() !== order.join()) setOrder(kinds)
  return kinds
}
