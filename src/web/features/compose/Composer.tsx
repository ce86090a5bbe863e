import type { User } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { moodOfValue, type Mood } from '../../../shared/moods.ts'
import { wordsFor } from '../../lib/failure.ts'
import { signOut, useUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { Weather } from '../../ui/weather/Weather.tsx'
import styles from './Composer.module.css'
import { SessionEnded, store } from './compose.api.ts'
import { DestinationDialog } from './DestinationDialog.tsx'
import { templateAfterSwitch, type Destination } from './draft.ts'
import { MoodPicker } from './MoodPicker.tsx'
import { Released, type Exit } from './Released.tsx'
import { TemplateStrip } from './TemplateStrip.tsx'
import { useDraft } from './useDraft.ts'
import { useKeyboard } from './useKeyboard.ts'
import { useStatus } from './useStatus.ts'
import { previewOf } from './words.ts'
import { WritingLeaf } from './WritingLeaf.tsx'

/** How each weather would take the words along, until the person picks a way. */
const ownExit: Record<Mood['slug'], Exit> = {
  galit: 'punit',
  malungkot: 'anod',
  sisi: 'hangin',
  masaya: 'hangin',
  kalma: 'anod',
}

export function Composer() {
  const user = useUser()
  // Another person at the same phone starts with their own draft.
  return <Writing key={user.id} user={user} />
}

function Writing({ user }: { user: User }) {
  const kept = useDraft(user.id)
  const { draft } = kept
  const mood = moodOfValue(draft.mood)
  const [choosing, setChoosing] = useState(false)
  const [anonymous, setAnonymous] = useState(false)
  const [pickedExit, setPickedExit] = useState<Exit>()
  const [leaving, setLeaving] = useState<string>()
  const [status, setStatus] = useStatus()
  const { sending, send } = useSending(user)
  const heading = useRef<HTMLHeadingElement>(null)
  const page = useKeyboard()
  const empty = draft.content.trim() === ''
  const exit = pickedExit ?? ownExit[mood.slug]

  const choose = () => !empty && leaving === undefined && setChoosing(true)
  const onStore = async (destination: Destination) => {
    const failure = await send(destination, mood, kept)
    if (failure === undefined) return
    setChoosing(false)
    setStatus({ kind: 'error', text: failure })
  }
  const onLetGo = () => {
    // First of all: whatever happens from here on, also a closed tab, nothing of it is left on the device.
    kept.forget()
    setStatus(undefined)
    setChoosing(false)
    setLeaving(previewOf(draft.content))
  }
  const onReleased = () => {
    setLeaving(undefined)
    kept.clear()
    setStatus({ kind: 'success', text: 'Nabitawan mo na. Hinga ka muna. 🌬️' })
  }
  // The button that was pressed is disabled now: the focus goes to where a person starts anew, without calling up the keyboard.
  useEffect(() => {
    if (status?.kind === 'success') heading.current?.focus({ preventScroll: true })
  }, [status])

  return (
    <div
      ref={page}
      className={styles.page}
      data-mood={mood.slug}
      data-leaving={leaving !== undefined || undefined}
    >
      <Weather mood={mood.slug} />
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Isulat mo lang
        </h1>
        <p className={styles.lead}>
          <Icon name="lock" size={18} /> Nasa phone mo pa lang ito.
        </p>
      </header>
      <WritingLeaf
        draft={draft}
        mood={mood}
        told={
          status?.kind === 'success'
            ? status.text
            : leaving === undefined
              ? ''
              : 'Pinapakawalan na. Walang ipinadala, walang itinago.'
        }
        onReady={choose}
        onWrite={(content) => {
          setStatus(undefined)
          kept.change({ content })
        }}
      />
      <TemplateStrip mood={mood} template={draft.template} onPick={(template) => kept.change({ template })} />
      <div className={styles.dock}>
        {status?.kind === 'error' && (
          <div className={styles.trouble}>
            <Banner kind="error">{status.text}</Banner>
          </div>
        )}
        <MoodPicker
          mood={mood}
          onPick={({ value }) => kept.change({ mood: value, template: templateAfterSwitch(draft.template) })}
        />
        <Button size="large" wide disabled={empty} onClick={choose}>
          Bitawan mo na
        </Button>
      </div>
      <DestinationDialog
        {...{ open: choosing, mood, content: draft.content, anonymous, exit, sending, onLetGo }}
        onAnonymous={setAnonymous}
        onExit={setPickedExit}
        onClose={() => setChoosing(false)}
        onStore={(destination) => void onStore(destination)}
      />
      {leaving !== undefined && (
        <Released
          words={leaving}
          template={draft.template}
          mood={mood.slug}
          exit={exit}
          onDone={onReleased}
        />
      )}
    </div>
  )
}

/** Sends the words where they were meant to go. Answers with what to say when that failed; the words are still there then. */
function useSending(user: User) {
  const [sending, setSending] = useState<Destination>()
  const busy = useRef(false)
  const [, navigate] = useLocation()
  const toast = useToast()

  async function send(
    destination: Destination,
    mood: Mood,
    kept: ReturnType<typeof useDraft>,
  ): Promise<string | undefined> {
    // A second tap comes before React has drawn the first one's state.
    if (busy.current) return undefined
    busy.current = true
    setSending(destination)
    try {
      await store(kept.prepare(destination), user)
    } catch (error) {
      busy.current = false
      setSending(undefined)
      if (!(error instanceof SessionEnded)) return wordsFor(error)
      await signOut()
      toast('Log in ka muna ulit. Nandito pa ang isinulat mo.')
      navigate('/login?next=%2Fwrite', { replace: true })
      return undefined
    }
    kept.forget()
    toast(destination === 'diary' ? 'Nasa diary mo na. 💛' : 'Nasa pader na. 💛')
    navigate(destination === 'diary' ? '/diary' : `/wall/${mood.slug}`)
    return undefined
  }
  return { sending, send }
}
