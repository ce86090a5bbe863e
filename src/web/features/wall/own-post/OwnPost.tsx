import { createContext, lazy, Suspense, useContext, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { wordsFor } from '../../../lib/failure.ts'
import { showToast } from '../../../lib/toast.ts'
import { putPost, removePost } from '../../../domain/posts/feed.ts'
import { linkAfter, useView } from '../post/view.ts'
import type { Post } from '../../../domain/posts/post-store.ts'

const importEdit = () => import('./EditPost.tsx')
const importDelete = () => import('./DeletePost.tsx')
const EditPost = lazy(async () => ({ default: (await importEdit()).EditPost }))
const DeletePost = lazy(async () => ({ default: (await importDelete()).DeletePost }))

type OwnPost = { edit: (post: Post) => void; remove: (post: Post) => void }
const Context = createContext<OwnPost | undefined>(undefined)

/** The dialogs about own posts, outside of the cards: a removed card does not remove the words. */
export function OwnPostDialogs({ children }: { children: ReactNode }) {
  const view = useView()
  const [open, setOpen] = useState<{ what: keyof OwnPost; post: Post }>()
  const own = useMemo(() => {
    const show = (what: keyof OwnPost, post: Post, code: Promise<unknown>) =>
      void code.then(
        () => setOpen({ what, post }),
        (error: unknown) => showToast(wordsFor(error), 'error'),
      )
    return {
      edit: (post: Post) => show('edit', post, importEdit()),
      remove: (post: Post) => show('remove', post, importDelete()),
    }
  }, [])
  const close = () => setOpen(undefined)

  /** The focus is back on the post's menu. A removed card passes it on. */
  function passFocusOn(id: string) {
    flushSync(close)
    if (view.id !== id) linkAfter(id)?.focus({ preventScroll: true })
  }
  function keep(saved: Post, before: Post) {
    if (saved.mood === before.mood) close()
    else passFocusOn(saved.id)
    putPost(saved)
  }
  function leave(id: string) {
    passFocusOn(id)
    if (view.id === id) view.close()
    removePost(id)
  }
  return (
    <Context value={own}>
      {children}
      <Suspense>
        {open?.what === 'edit' && <EditPost post={open.post} onClose={close} onSaved={keep} />}
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
