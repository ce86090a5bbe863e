import { memo, useLayoutEffect, useRef, useState } from 'react'
import { relativeTime } from '../../../../shared/relative-time.ts'
import type { WallComment } from '../../../../shared/rows.ts'
import { menuOf, openOverlay } from '../../../domain/overlays.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { CodenameMenu, PersonItems } from '../../../ui/CodenameMenu.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { PremiumBadge } from '../../../ui/PremiumBadge.tsx'
import { Folded, useFold } from '../post/Folded.tsx'
import styles from './Comment.module.css'
import { Editor } from './Editor.tsx'
import { passFocusOn } from './pass-focus-on.ts'

type CommentProps = {
  comment: WallComment
  /** Not stored yet: no menu. */
  isSending?: boolean
  onDelete: (comment: WallComment) => void
}

export const Comment = memo(function Comment({ comment, isSending = false, onDelete }: CommentProps) {
  const row = useRef<HTMLLIElement>(null)
  const [isEditing, setEditing] = useState(false)
  const reason = useFold(comment)
  useLayoutEffect(() => passFocusOn(row.current), [])

  function stopEditing() {
    setEditing(false)
    row.current?.focus({ preventScroll: true })
  }
  return (
    <li ref={row} tabIndex={-1} className={styles.comment} data-comment={comment.id}>
      <Avatar codename={comment.codename} picture={comment.avatar_url} size="small" />
      <Head comment={comment} isSending={isSending} />
      {!isSending && !isEditing && (
        <CommentMenu comment={comment} onEdit={() => setEditing(true)} onDelete={() => onDelete(comment)} />
      )}
      <div className={styles.body}>
        {isEditing ? (
          <Editor comment={comment} onDone={stopEditing} />
        ) : (
          <Folded id={comment.id} reason={reason} small>
            <p className={styles.words} dir="auto">
              {comment.content}
            </p>
          </Folded>
        )}
      </div>
    </li>
  )
})

function Head({ comment, isSending }: { comment: WallComment; isSending: boolean }) {
  const { user_id, codename, avatar_url, is_premium, is_mine, is_author, created_at, updated_at } = comment
  const name = (
    <span className={styles.name} dir="auto">
      {codename}
    </span>
  )
  return (
    <div className={styles.head}>
      {is_mine || isSending ? (
        name
      ) : (
        <CodenameMenu {...menuOf(user_id, codename, avatar_url)}>{name}</CodenameMenu>
      )}
      {is_premium && <PremiumBadge />}
      {is_mine && <span className={classes(styles.mark, styles.mine)}>ikaw 'to</span>}
      {is_author && <span className={styles.mark}>ang sumulat</span>}
      <span className={styles.when}>
        {isSending ? 'ipinapadala…' : <time dateTime={created_at}>{relativeTime(created_at)}</time>}
        {updated_at !== created_at && ' (edited)'}
      </span>
    </div>
  )
}

function CommentMenu({
  comment: { id, user_id: userId, codename, avatar_url: avatar, is_mine },
  onEdit,
  onDelete,
}: {
  comment: WallComment
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <Menu label={`Iba pa sa komento ni ${codename}`} icon="more" className={styles['menu'] ?? ''}>
      {is_mine ? (
        <>
          <MenuItem icon="pen" onSelect={onEdit}>
            I-edit
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={onDelete}>
            Burahin
          </MenuItem>
        </>
      ) : (
        <>
          <MenuItem icon="flag" onSelect={() => openOverlay('report', { type: 'post_comment', id })}>
            I-report
          </MenuItem>
          <PersonItems {...menuOf(userId, codename, avatar)} />
        </>
      )}
    </Menu>
  )
}
