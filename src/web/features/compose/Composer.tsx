import type { User } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { moodOfValue, type Mood } from '../../../shared/moods.ts'
import { prepareHelp } from '../../domain/safety/crisis.ts'
import { isRefineKey, refine } from '../../domain/draft/refining.ts'
import { closeOverlay } from '../../domain/overlays.ts'
import { useUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MoodPicker } from '../../ui/MoodPicker.tsx'
import { Weather } from '../../ui/weather/Weather.tsx'
import styles from './Composer.module.css'
import { DestinationDialog } from './DestinationDialog.tsx'
import { isEmpty, templateAfterSwitch, type Destination } from '../../domain/draft/draft.ts'
import { Released, type Exit } from './Released.tsx'
import { TemplateStrip } from './TemplateStrip.tsx'
import { useDraft, useDraftPart, type KeptDraft } from '../../domain/draft/kept-draft.ts'
import { useKeyboard } from './use-keyboard.ts'
import { useLetGo } from './use-let-go.ts'
import { useRest } from './use-rest.ts'
import { useSending } from './use-sending.ts'
import { useStatus, type Status } from './use-status.ts'
import { previewOf } from './words.ts'
import { WritingLeaf } from './WritingLeaf.tsx'

/** The suggested way of letting go in each weather. */
const ownExit: Record<Mood['slug'], Exit> = {
  galit: 'punit',
  malungkot: 'anod',
  sisi: 'hangin',
  masaya: 'hangin',
  kalma: 'anod',
}

export function Composer() {
  const user = useUser()
  // Another person at this phone gets their own draft.
  return <Writing key={user.id} user={user} />
}

function useShown(kept: KeptDraft) {
  return {
    mood: moodOfValue(useDraftPart(kept, (draft) => draft.mood)),
    template: useDraftPart(kept, (draft) => draft.template),
    warning: useDraftPart(kept, (draft) => draft.warning),
    empty: useDraftPart(kept, isEmpty),
  }
}

/** The sheet whose destination is being chosen. New words from another tab end the choice. */
function useChosenSheet(kept: KeptDraft) {
  const sheet = useDraftPart(kept, () => kept.sheet)
  const [chosenFor, setChosenFor] = useState<typeof sheet>()
  return {
    isChosen: chosenFor === sheet,
    chooseSheet: () => setChosenFor(sheet),
    leaveSheet: () => setChosenFor(undefined),
  }
}

/** The person's draft, and the steps from its words to letting them go. */
function useWriting(user: User) {
  const kept = useDraft(user.id)
  const shown = useShown(kept)
  const { mood, empty } = shown
  const [status, setStatus] = useStatus()
  const { leaving, begin, finish } = useLetGo(kept, user, setStatus)
  const { sending, send } = useSending(user, kept)
  const { isChosen, chooseSheet, leaveSheet } = useChosenSheet(kept)
  const [pickedExit, setPickedExit] = useState<Exit>()
  const page = useKeyboard()
  const field = useRef<HTMLTextAreaElement>(null)
  const rest = useRest(page)
  // Loaded with the first letter or a stored draft, outside of the first load.
  useEffect(() => {
    if (!empty) prepareHelp()
  }, [empty])

  // A change would store the words again while they are sent.
  const change: KeptDraft['change'] = (next) => leaving === undefined && kept.change(next)
  const choose = () => {
    closeOverlay('refine')
    if (!empty && leaving === undefined) chooseSheet()
  }
  const askForHelp = () => {
    if (field.current && leaving === undefined) refine({ field: field.current, writerId: user.id })
  }
  const onStore = async (destination: Destination) => {
    const result = await send(destination, mood)
    if (result === undefined) return
    leaveSheet()
    setStatus(result)
  }
  const onLetGo = () => {
    leaveSheet()
    begin()
  }
  const onWrite = (content: string) => {
    rest()
    setStatus(undefined)
    prepareHelp()
    change({ content })
  }
  return {
    kept,
    ...shown,
    status,
    leaving,
    sending,
    exit: pickedExit ?? ownExit[mood.slug],
    page,
    field,
    change,
    choose,
    askForHelp,
    onStore,
    onLetGo,
    onWrite,
    onExit: setPickedExit,
    finish,
    isChosen,
    onClose: leaveSheet,
  }
}

function Writing({ user }: { user: User }) {
  const writing = useWriting(user)
  const { kept, mood, template, warning, empty, status, leaving, sending, exit, page, field } = writing
  const { change, choose, askForHelp, onStore, onLetGo, onWrite, onExit, onClose, finish } = writing
  return (
    // Every control of the page handles this key, but a dialog over it does not. Without words the key keeps the browser's meaning.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a keyboard shortcut of its controls
    <div
      ref={page}
      className={styles.page}
      data-mood={mood.slug}
      onKeyDown={(event) => {
        if (empty || !isRefineKey(event) || (event.target as Element).closest('dialog')) return
        event.preventDefault()
        askForHelp()
      }}
    >
      <Weather mood={mood.slug} />
      <Head begin={status?.kind === 'success'} />
      <WritingLeaf
        {...{ field, kept, mood, template, onWrite }}
        message={status?.kind === 'success' ? status.text : ''}
        isLeaving={leaving !== undefined}
        onReady={choose}
      />
      <TemplateStrip mood={mood} template={template} onPick={(picked) => change({ template: picked })} />
      <div className={styles.dock}>
        <StatusError status={status} />
        <MoodPicker
          mood={mood}
          onPick={({ value }) => change({ mood: value, template: templateAfterSwitch(template) })}
        />
        <Acts disabled={empty} onRefine={askForHelp} onReady={choose} />
      </div>
      <DestinationDialog
        {...{ open: writing.isChosen, mood, content: kept.draft.content, warning, exit, sending, onLetGo }}
        onWarning={(picked) => change({ warning: picked })}
        onExit={onExit}
        onClose={onClose}
        onStore={(destination) => void onStore(destination)}
      />
      {leaving && (
        <Released
          words={previewOf(leaving.content)}
          template={leaving.template}
          mood={mood.slug}
          {...{ exit, field }}
          onDone={finish}
        />
      )}
    </div>
  )
}

type ActsProps = { disabled: boolean; onRefine: () => void; onReady: () => void }

function Acts({ disabled, onRefine, onReady }: ActsProps) {
  return (
    <div className={styles.acts}>
      <Button
        kind="quiet"
        icon="sparkle"
        disabled={disabled}
        title="AI Refine (Cmd/Ctrl+R)"
        aria-keyshortcuts="Meta+R Control+R"
        onClick={onRefine}
      >
        AI Refine
      </Button>
      <Button size="large" disabled={disabled} onClick={onReady}>
        Bitawan mo na
      </Button>
    </div>
  )
}

/** `begin`: the pressed button is disabled, so the focus moves to the heading. No keyboard opens. */
function Head({ begin }: { begin: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (begin) heading.current?.focus({ preventScroll: true })
  }, [begin])
  return (
    <header className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        Isulat mo lang
      </h1>
      <p className={styles.lead}>
        <Icon name="lock" size={18} /> Nasa phone mo pa lang ito.
      </p>
    </header>
  )
}

function StatusError({ status }: { status: Status | undefined }) {
  return (
    status?.kind === 'error' && (
      <div className={styles.failed}>
        <Banner kind="error">{status.text}</Banner>
      </div>
    )
  )
}
