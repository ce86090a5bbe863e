import { useState } from 'react'
import { copy } from '../../../lib/clipboard.ts'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { showToast } from '../../../lib/toast.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { facebookFor, linkTo, wordsAbout, xFor } from './share.ts'
import type { Post } from '../../../domain/posts/post-store.ts'

const facebook = 'M16 4.2c-4-.8-5.8.9-5.8 4.3V20M6.8 11.5h8.2'
const x = 'M4.5 4.5h4.2l10.8 15h-4.2zM19 4.5l-6.3 6.8M10.9 13 5 19.5'

/** Two networks, the link, and on a phone the system's share sheet. */
export function ShareMenu({ post }: { post: Post }) {
  const [isLinkShown, showLink] = useState(false)
  const link = linkTo(post, location.origin)

  async function copyLink() {
    if (await copy(link)) showToast('Nakopya ang link! 🔗')
    else showLink(true)
  }
  async function hand() {
    try {
      await navigator.share({ text: wordsAbout(post), url: link })
    } catch (error) {
      // AbortError: the person closed the sheet. After any other error the link remains.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink()
    }
  }

  return (
    <>
      <Menu label={`Ibahagi ang post ni ${post.codename}`} icon="share">
        <MenuItem icon={facebook} onSelect={() => openWindow(facebookFor(post, location.origin))}>
          Facebook
        </MenuItem>
        <MenuItem icon={x} onSelect={() => openWindow(xFor(post, location.origin))}>
          X
        </MenuItem>
        <MenuItem icon="link" onSelect={() => void copyLink()}>
          Kopyahin ang link
        </MenuItem>
        {'share' in navigator && (
          <MenuItem icon="share" onSelect={() => void hand()}>
            Iba pang app
          </MenuItem>
        )}
      </Menu>
      {isLinkShown && <LinkDialog link={link} onClose={() => showLink(false)} />}
    </>
  )
}

/** The network's page can neither steer this page nor see its address. */
function openWindow(address: string) {
  window.open(address, '_blank', 'popup,width=600,height=400,noopener,noreferrer')
}
