import { wordsFor } from '../../../lib/failure.ts'
import { menuOf, openOverlay } from '../../../domain/overlays.ts'
import { hidePost } from '../../../domain/safety/sight.ts'
import { PersonItems } from '../../../ui/CodenameMenu.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { showToast } from '../../../lib/toast.ts'
import { useOwnPost } from '../own-post/OwnPost.tsx'
import type { Post } from '../../../domain/posts/post-store.ts'

export function PostMenu({ post }: { post: Post }) {
  const own = useOwnPost()
  const label = `Iba pa sa post ni ${post.codename}`
  if (post.is_mine)
    return (
      <Menu label={label} icon="more">
        <MenuItem icon="pen" onSelect={() => own.edit(post)}>
          I-edit
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => own.remove(post)}>
          Burahin
        </MenuItem>
      </Menu>
    )
  return (
    <Menu label={label} icon="more">
      <MenuItem icon="flag" onSelect={() => openOverlay('report', { type: 'public_post', id: post.id })}>
        I-report
      </MenuItem>
      {post.user_id === null ? (
        <Hide id={post.id} />
      ) : (
        <PersonItems {...menuOf(post.user_id, post.codename, post.avatar_url)} />
      )}
    </Menu>
  )
}

/** An anonymous post can be hidden, but its author cannot be blocked here. */
function Hide({ id }: { id: string }) {
  async function hide() {
    try {
      await hidePost(id)
      showToast('Itinago ang post. Maibabalik mo ito sa Profile.')
      // After the render the card is gone with the focus, which moves to the trace.
      await new Promise(requestAnimationFrame)
      const view = document.querySelector<HTMLElement>('dialog[open] h2')
      const trace = document.querySelector<HTMLElement>(`[data-trace="${id}"]`)
      ;(view ?? trace)?.focus({ preventScroll: true })
    } catch (error) {
      showToast(wordsFor(error), 'error')
    }
  }
  return (
    <MenuItem icon="eye-off" onSelect={() => void hide()}>
      Itago ang post na ’to
    </MenuItem>
  )
}
