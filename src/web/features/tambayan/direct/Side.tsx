import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useUser } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toast.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { People } from '../people/People.tsx'
import { Conversation } from './Conversation.tsx'
import { Conversations } from './Conversations.tsx'
import type { Side as SideHere } from './side.ts'
import styles from './Side.module.css'
import { useSide, type SideWays } from './use-side.ts'
import { useSwipeDown } from './use-swipe-down.ts'

/** Beside the room: a column on a desk, a sheet over the room on a phone. */
export function Side({ isDesk }: { isDesk: boolean }) {
  const { id } = useUser()
  const ways = useSide()
  const isOneself = ways.side?.kind === 'talk' && ways.side.userId === id
  const side = isOneself ? undefined : ways.side
  const refuse = useEffectEvent(() => {
    showToast("You can't message yourself!", 'error')
    ways.close()
  })
  useEffect(() => {
    if (isOneself) refuse()
  }, [isOneself])
  if (isDesk) return <Column side={side} ways={ways} />
  return side && <Sheet side={side} ways={ways} />
}

type SideProps<Shown = SideHere> = { side: Shown; ways: SideWays }

const titles = { people: 'Mga online', chats: 'Mga usapan', talk: 'Usapan' }
const keyOf = (side: SideHere) => (side.kind === 'talk' ? side.userId : side.kind)

function Sheet({ side, ways }: SideProps) {
  const swipe = useSwipeDown(ways.close)
  const key = keyOf(side)
  // The link that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-side="${key}"] h2`)?.focus({ preventScroll: true })
  }, [key])
  return (
    <Dialog
      open
      shape="sheet"
      quietTitle
      title={titles[side.kind]}
      className={styles.sheet ?? ''}
      onClose={ways.close}
    >
      <div className={styles.inside} data-side={key} {...swipe}>
        <span className={styles.grip} />
        <Content key={key} side={side} ways={ways} />
      </div>
    </Dialog>
  )
}

/** Shows the people online until something opens over them. Escape closes it, and the focus returns. */
function Column({ side, ways }: SideProps<SideHere | undefined>) {
  const shown = side ?? { kind: 'people' as const }
  const isOver = shown.kind !== 'people'
  const column = useRef<HTMLElement>(null)
  const close = useEffectEvent(ways.close)
  useEffect(() => {
    if (!isOver) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!document.querySelector('dialog:modal, [popover=auto]:popover-open')) close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOver])
  useFocusBack(column, shown)
  return (
    <aside ref={column} className={styles.column} data-side="" aria-label={titles[shown.kind]}>
      <Content
        key={keyOf(shown)}
        side={shown}
        ways={ways}
        close={isOver && <IconButton icon="close" label="Isara" onClick={ways.close} />}
      />
    </aside>
  )
}

/** Moves the focus into what was opened, and back to the button, message or person that opened it. */
function useFocusBack(column: { readonly current: HTMLElement | null }, shown: SideHere) {
  const opener = useRef<{ key: string; element: Element | null }>(undefined)
  const key = keyOf(shown)
  const isOver = shown.kind !== 'people'
  useEffect(() => {
    if (isOver) {
      opener.current = { key, element: opener.current?.element ?? document.activeElement }
      column.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      return
    }
    const last = opener.current
    opener.current = undefined
    if (!last || document.activeElement !== document.body) return
    const find = (selector: string) => document.querySelector<HTMLElement>(selector)
    const before = last.element instanceof HTMLElement && last.element !== document.body ? last.element : null
    const target = before?.isConnected ? before : find(`[data-side] [data-person="${last.key}"] a`)
    ;(target ?? find('[data-opens="chats"]'))?.focus({ preventScroll: true })
  }, [key, isOver, column])
}

function Content({ side, ways, close }: SideProps & { close?: ReactNode }) {
  if (side.kind === 'talk') return <Conversation side={side} ways={ways} close={close} />
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title} tabIndex={-1}>
          {titles[side.kind]}
        </h2>
        {close}
      </header>
      {side.kind === 'chats' ? <Conversations ways={ways} /> : <People linkTo={ways.linkTo} />}
    </>
  )
}
