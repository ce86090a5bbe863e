import { createContext, lazy, Suspense, useContext, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { wordsFor } from '../../lib/failure.ts'
import { useToast } from '../../ui/Toast.tsx'
import { dropPost } from './held.ts'
import { useView } from './view.ts'
import type { Post } from './wall.api.ts'

const importEdit = () => import('./EditPost.tsx')
const importDelete = () => import('./DeletePost.tsx')
const EditPost = lazy(async () => ({ default: (await importEdit()).EditPost }))
const DeletePost = lazy(async () => ({ default: (await importDelete()).DeletePost }))

type OwnPost = { edit: (post: Post) => void; remove: (post: Post) => void }
const Context = createContext<OwnPost | undefined>(undefined)

/** The dialogs about one's own posts. They stand above the cards: a card that goes meanwhile does not take the words along. */
export function OwnPostDialogs({ children }: { children: ReactNode }) {
  const toast = useToast()
  const view = useView()
  const [open, setOpen] = useState<{ what: keyof OwnPost; post: Post }>()
  const own = useMemo(() => {
    const show = (what: keyof OwnPost, post: Post, code: Promise<unknown>) =>
      void code.then(
        () => setOpen({ what, post }),
        (error: unknown) => toast(wordsFor(error), 'error'),
      )
    return {
      edit: (post: Post) => show('edit', post, importEdit()),
      remove: (post: Post) => show('remove', post, importDelete()),
    }
  }, [toast])
  const close = () => setOpen(undefined)

  function leave(id: string) {
    // The focus is back on the card by now; it goes on to the next one.
    flushSync(close)
    if (view.id === id) view.close()
    else cardAfter(id)?.focus({ preventScroll: true })
    dropPost(id)
  }
  return (
    <Context value={own}>
      {children}
      <Suspense>
        {open?.what === 'edit' && <EditPost post={open.post} onClose={close} />}
        {open?.what === 'remove' && (
          <DeletePost post={open.post} onClose={close} onGone={() => leave(open.post.id)} />
        )}
      </Suspense>
    </Context>
  )
}

export function useOwnPost(): OwnPost {
  const own = useContext(Context)
  if (!own) throw new Error('No OwnPostDialogs around')
  return own
}

function cardAfter(id: string): HTMLElement | null | undefined {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-post]')]
  const at = cards.findIndex((card) => card.dataset['post'] === id)
  return (cards[at + 1] ?? cards[at - 1])?.querySelector('a')
}
