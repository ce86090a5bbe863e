import { useEffect, useState } from 'react'
import type { Mood, MoodSlug } from '../../../../shared/moods.ts'
import { isOffline, wordsFor } from '../../../lib/failure.ts'
import { useSignal } from '../../../lib/signal.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { NoSignal } from '../../../ui/NoSignal.tsx'
import { Paper } from '../../../ui/Paper.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './Feed.module.css'

/** Placeholders in the size of posts. */
export function Bricks({ label, count }: { label: string; count: number }) {
  return (
    <div className={styles.page}>
      <output className="visually-hidden">{label}</output>
      {Array.from({ length: count }, (_, number) => (
        <div key={number} className={styles.brick} aria-hidden="true">
          <Skeleton className={styles.brickPicture} />
          <Skeleton className={styles.brickName} />
        </div>
      ))}
    </div>
  )
}

const patience = 5000

/** The client repeats a request for seconds before it fails, so the signal is named first. */
export function LoadingWall({ isPaused }: { isPaused: boolean }) {
  const isAway = useSignal() !== 'here' || isPaused
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (isAway) return <UnansweredWall />
  return (
    <>
      <Bricks label="Kinukuha ang mga post…" count={9} />
      <output className={styles.slow}>
        {slow && <span>Mabagal ang signal. Sandali pa, kinukuha na…</span>}
      </output>
    </>
  )
}

const invitations: Record<MoodSlug, string> = {
  galit: 'Kung may kinikimkim ka, dito puwedeng sumigaw nang tahimik.',
  malungkot: 'Baka may nakakaramdam din ng nararamdaman mo. Ikaw ang mauna.',
  sisi: 'Kung may gusto kang nasabi noon, puwede mo nang isulat ngayon.',
  masaya: 'Kahit maliit na tuwa, bagay dito.',
  kalma: 'Isang hinga, isang linya. Sapat na ’yon.',
}

export function EmptyWall({ mood }: { mood: Mood }) {
  return (
    <Paper taped className={styles.note}>
      <EmptyState
        picture={mood.emoji}
        title="Bakante pa ang pader"
        action={
          <LinkButton href="/write" icon="pen">
            Isulat ang una
          </LinkButton>
        }
      >
        <p>{invitations[mood.slug]}</p>
      </EmptyState>
    </Paper>
  )
}

/** The search found no codename on this wall. */
export function NoneFound({ q }: { q: string }) {
  return (
    <Paper className={styles.note}>
      <EmptyState title="Walang nahanap dito">
        <p>
          Walang post dito na may “<bdi className={styles.searched}>{q}</bdi>” sa codename. Baka nasa ibang
          pader siya, o baka iba ang baybay.
        </p>
      </EmptyState>
    </Paper>
  )
}

/** The server's words, and what to do. */
export function FailedWall({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isOffline(error)) return <UnansweredWall onRetry={onRetry} />
  return (
    <Paper className={styles.note}>
      <EmptyState
        picture="🧱"
        title="Hindi mabuksan ang pader"
        action={<Button onClick={onRetry}>Subukan ulit</Button>}
      >
        <Banner kind="error">{wordsFor(error)}</Banner>
      </EmptyState>
    </Paper>
  )
}

function UnansweredWall({ onRetry }: { onRetry?: () => void }) {
  return (
    <Paper className={styles.note}>
      <NoSignal what="ang pader" onRetry={onRetry} />
    </Paper>
  )
}

export function EndOfWall() {
  return (
    <p className={styles.end}>
      {/* One sentence a line. */}
      <span>
        Dulo na ng pader. <span>May espasyo pa para sa ’yo.</span>
      </span>
    </p>
  )
}
