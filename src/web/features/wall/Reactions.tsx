import { useState, useSyncExternalStore } from 'react'
import { useUser } from '../../lib/session.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ReactionPicker } from './ReactionPicker.tsx'
import { react, reactions } from './reactions.api.ts'
import { followNearby } from './reactions.live.ts'
import styles from './Reactions.module.css'
import { nameOf, orderKinds, summarize, totalOf, upTo, type Emoji } from './reactions.ts'
import type { Post } from './wall.api.ts'

/** How a post is felt by others: three kinds with their counts, and the way to add one's own. Its height never changes. */
export function Reactions({ post }: { post: Post }) {
  const user = useUser()
  const { counts, mine } = useSyncExternalStore(
    (listener) => reactions.subscribe(post.id, listener),
    () => reactions.read(post.id),
  )
  const kinds = useSteadyOrder(counts)
  const { shown, more } = summarize(kinds, mine)
  const total = totalOf(counts)
  const choose = (emoji: Emoji) => void react(post.id, user.id, emoji)

  return (
    <fieldset
      ref={followNearby}
      className={styles.row}
      data-reactions={post.id}
      data-crowded={shown.length > 2 || undefined}
      aria-label={`Mga reaksyon sa post ni ${post.codename}`}
    >
      {shown.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.chip}
          aria-pressed={emoji === mine}
          aria-label={`${nameOf(emoji)} ${upTo(9, counts[emoji] ?? 0)}`}
          onClick={() => choose(emoji)}
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
      <ReactionPicker counts={counts} mine={mine} onChoose={choose}>
        <span className={classes(styles.face, styles.add)}>
          {/* Another key, so that the new choice lands with its own small bounce. */}
          {mine ? (
            <span key={mine} className={classes(styles.emoji, styles.mine)} aria-hidden="true">
              {mine}
            </span>
          ) : (
            <Icon name="smile" size={22} />
          )}
          <span className="visually-hidden">
            {mine ? `Reaksyon mo: ${nameOf(mine)}. Palitan. ` : 'Mag-react '}
          </span>
          {/* One kind says its number itself, as far as nine. */}
          {(kinds.length > 1 || total > 9) && (
            <span className={styles.count}>
              {upTo(99, total)}
              <span className="visually-hidden"> lahat</span>
            </span>
          )}
        </span>
      </ReactionPicker>
    </fieldset>
  )
}

/** The order in which the kinds were first seen here. */
function useSteadyOrder(counts: Parameters<typeof orderKinds>[0]): Emoji[] {
  const [order, setOrder] = useState<Emoji[]>(() => orderKinds(counts))
  const kinds = orderKinds(counts, order)
  if (kinds.join() !== order.join()) setOrder(kinds)
  return kinds
}
