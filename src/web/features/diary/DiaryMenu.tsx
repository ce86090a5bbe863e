import { lazy, Suspense, useState } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { showToast } from '../../lib/toast.ts'
import type { DiaryState } from '../../domain/diary/use-diary.ts'

const imports = {
  insight: () => import('./insight/Insight.tsx'),
  takeaway: () => import('./copy/Takeaway.tsx'),
  lock: () => import('./lock/LockSettings.tsx'),
}
const Insight = lazy(async () => ({ default: (await imports.insight()).Insight }))
const Takeaway = lazy(async () => ({ default: (await imports.takeaway()).Takeaway }))
const LockSettings = lazy(async () => ({ default: (await imports.lock()).LockSettings }))

type DiaryMenuProps = {
  userId: string
  diary: DiaryState
  isHidden: boolean
  onHide: (isHidden: boolean) => void
  onOpen: (id: string) => void
}

/** The diary's other tools. Each one's code is loaded on use. */
export function DiaryMenu({ userId, diary, isHidden, onHide, onOpen }: DiaryMenuProps) {
  const [shown, setShown] = useState<keyof typeof imports>()
  const close = () => setShown(undefined)
  const show = (what: keyof typeof imports) =>
    void imports[what]().then(
      () => setShown(what),
      (error: unknown) => showToast(wordsFor(error), 'error'),
    )
  const isOpen = diary.state === 'open'
  // An automatic lock closes what shows the diary.
  if (!isOpen && shown === 'insight') setShown(undefined)
  return (
    <>
      <Menu label="Iba pa sa diary" icon="more">
        {isOpen && (
          <>
            <MenuItem icon="calendar" onSelect={() => show('insight')}>
              Mga kulay ng diary
            </MenuItem>
            <MenuItem icon={isHidden ? 'eye' : 'eye-off'} onSelect={() => onHide(!isHidden)}>
              {isHidden ? 'Ipakita ang mga preview' : 'Itago ang mga preview'}
            </MenuItem>
            <MenuItem icon="copy" onSelect={() => show('takeaway')}>
              Kopya ng diary
            </MenuItem>
          </>
        )}
        <MenuItem icon="lock" onSelect={() => show('lock')}>
          Lock ng diary
        </MenuItem>
      </Menu>
      <Suspense>
        {shown === 'insight' && <Insight entries={diary.entries} onOpen={onOpen} onClose={close} />}
        {shown === 'takeaway' && (
          <Takeaway
            entries={diary.entries}
            isOpen={isOpen}
            isWhole={diary.isWhole}
            unreadable={diary.unreadable}
            userId={userId}
            onBrought={diary.refresh}
            onClose={close}
          />
        )}
        {shown === 'lock' && <LockSettings userId={userId} onClose={close} />}
      </Suspense>
    </>
  )
}
