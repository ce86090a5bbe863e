import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type ComponentType,
} from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { wordsFor } from '../../lib/failure.ts'
import { importQuietly } from '../../lib/chunks.ts'
import { useUser } from '../../lib/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { showToast } from '../../lib/toast.ts'
import { useDiary, type DiaryState } from '../../domain/diary/use-diary.ts'
import type { Entry } from '../../domain/diary/opened.ts'
import styles from './Diary.module.css'
import { DiaryMenu } from './DiaryMenu.tsx'
import { ClosedDiary, NothingFound, RefreshError } from './DiaryStates.tsx'
import { EntryDialog } from './edit/EntryDialog.tsx'
import { EntryList } from './list/EntryList.tsx'
import { everything, Finder, type Wanted } from './list/Finder.tsx'
import { useHiddenPreviews } from './list/hidden-previews.ts'
import { faultOf } from './list/period.ts'
import { foldAhead } from './list/search.ts'
import { LockNow } from './lock/LockNow.tsx'
import { dropRow } from '../../domain/diary/held-copy.ts'
import { recallEdit } from '../../domain/diary/use-edit.ts'
import { useQueued } from './list/use-queued.ts'
import { useFound } from './list/use-found.ts'

const importEdit = () => import('./edit/EditEntry.tsx')
/** Only a locked diary needs it. A failed load leaves the diary readable. */
const RewritingBar = lazy(async () => ({
  default: await importQuietly(() => import('./lock/RewritingBar.tsx')).then(
    (bar) => bar.RewritingBar,
    (): ComponentType<{ userId: string }> => () => null,
  ),
}))
const EditEntry = lazy(async () => ({ default: (await importEdit()).EditEntry }))

/** A person's diary: its list, and the open entry. Another person at this phone gets their own. */
export function Diary() {
  const user = useUser()
  return <OwnDiary key={user.id} userId={user.id} />
}

function OwnDiary({ userId }: { userId: string }) {
  const [, navigate] = useLocation()
  const diary = useDiary(userId, useQueued(userId))
  const [isHidden, hide] = useHiddenPreviews(userId)
  const open = useCallback((id: string) => navigate('/diary', { state: { entry: id } }), [navigate])
  return (
    <Page
      title="Emote Diary"
      className={styles.page}
      back={{ href: '/write', label: 'Magsulat' }}
      lead={<Lead lock={diary.state === 'doubted' ? undefined : diary.lock} />}
      actions={
        <>
          <LockNow />
          <DiaryMenu {...{ userId, diary, isHidden }} onHide={hide} onOpen={open} />
        </>
      }
    >
      {diary.lock && diary.state !== 'doubted' && (
        <Suspense>
          <RewritingBar userId={userId} />
        </Suspense>
      )}
      {diary.state === 'open' ? (
        <OpenDiary {...{ userId, diary, isHidden }} onOpen={open} />
      ) : (
        <ClosedDiary diary={diary} />
      )}
    </Page>
  )
}

/** Says who can read the diary: with a lock, only a person with the passphrase. */
function Lead({ lock }: { lock: DiaryState['lock'] }) {
  if (lock && !lock.ending)
    return (
      <span className={styles.private}>
        <Icon name="lock" size={20} /> Ikaw lang ang makakabasa nito.
      </span>
    )
  if (lock === undefined) return <span className={styles.private}>Walang ibang user na makakabasa.</span>
  return (
    <span className={styles.offer}>
      Walang ibang user na makakabasa. Puwede mo ring i-lock: nasa <b aria-hidden="true">⋯</b>
      <span className="visually-hidden">Iba pa sa diary</span>, pati mga kulay at kopya.
    </span>
  )
}

type OpenDiaryProps = { userId: string; diary: DiaryState; isHidden: boolean; onOpen: (id: string) => void }

function OpenDiary({ userId, diary, isHidden, onOpen }: OpenDiaryProps) {
  const { entries } = diary
  const list = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(() => ({ wanted: everything, at: new Date() }))
  const setWanted = (wanted: Wanted) => setAsked({ wanted, at: new Date() })
  // The typed search is updated first.
  const { wanted: sought, at } = useDeferredValue(asked)
  const { entries: found, looked } = useFound(entries, sought, at)
  const isDone = looked === entries.length
  useEffect(() => foldAhead(entries), [entries])
  // The date filter already shows the reason.
  const isImpossible = faultOf(asked.wanted.period) !== undefined
  const isSearching = sought.text.trim() !== '' || sought.period.kind !== 'all'

  return (
    <>
      {entries.length > 0 && (
        <Finder
          wanted={asked.wanted}
          onChange={setWanted}
          found={isSearching && !isImpossible ? tellFound(found.length, isDone, diary.isWhole) : ''}
        />
      )}
      <div ref={list} className={styles.diary} tabIndex={-1} aria-busy={!diary.isWhole}>
        {found.length === 0 && isDone && diary.isWhole && !isImpossible && (
          <NothingFound isEmpty={entries.length === 0} onClear={() => setWanted(everything)} />
        )}
        <EntryList entries={found} isHidden={isHidden} onOpen={onOpen} />
        <RefreshError diary={diary} />
      </div>
      {/* The focused element was removed with its entry. */}
      <Dialogs {...{ userId, diary }} onGone={() => list.current?.focus({ preventScroll: true })} />
    </>
  )
}

function tellFound(count: number, isDone: boolean, isWhole: boolean): string {
  if (!isDone) return 'Hinahanap pa…'
  return `${count === 0 ? 'Walang' : count} nahanap${isWhole ? '' : ', kinukuha pa ang mga mas luma'}`
}

function Dialogs({ userId, diary, onGone }: { userId: string; diary: DiaryState; onGone: () => void }) {
  // In the history entry, not in the address: the back button closes it, and no address reveals a diary.
  const openId = entryIn(useHistoryState())
  const read = diary.entries.find(({ id }) => id === openId)
  const [edited, setEdited] = useState<Entry>()

  function edit(entry: Entry) {
    Promise.all([importEdit(), recallEdit(userId, entry.id)]).then(
      () => setEdited(entry),
      (error: unknown) => showToast(wordsFor(error), 'error'),
    )
  }
  async function leave(id: string) {
    await dropRow(userId, id)
    history.back()
    onGone()
  }
  return (
    <>
      {read && (
        <EntryDialog
          key={read.id}
          entry={read}
          onClose={() => history.back()}
          onEdit={() => edit(read)}
          onGone={() => void leave(read.id)}
        />
      )}
      {edited && (
        <Suspense>
          <EditEntry
            key={edited.id}
            userId={userId}
            entry={edited}
            now={diary.entries.find(({ id }) => id === edited.id)}
            lock={diary.lock}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function entryIn(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'string'
    ? state.entry
    : undefined
}
