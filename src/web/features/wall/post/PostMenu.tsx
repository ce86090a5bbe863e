import { wordsFor } from '../../../lib/failure.ts'
import { openOverlay } from '../../../domain/overlays.ts'
import { hidePost } from '../../../domain/safety/sight.ts'
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
        <Avoid userId={post.user_id} codename={post.codename} />
      )}
    </Menu>
  )
}

function Avoid({ userId, codename }: { userId: string; codename: string }) {
  return (
    <>
      <MenuItem icon="mute" onSelect={() => openOverlay('avoid', { way: 'mute', userId, codename })}>
        I-mute si <bdi>{codename}</bdi>
      </MenuItem>
      <MenuItem icon="block" danger onSelect={() => openOverlay('avoid', { way: 'block', userId, codename })}>
        I-block si <bdi>{codename}</bdi>
      </MenuItem>
    </>
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
