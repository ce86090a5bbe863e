import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Weather } from '../../ui/weather/Weather.tsx'
import styles from './Hero.module.css'
import { useRotation } from './rotation.ts'
import { walls, type LandingWall } from './walls.ts'

/** Starts with the second wall: its rain is the gentlest beginning. */
const opening = 1
const wallAt = (turn: number) => walls[(turn + opening) % walls.length] as LandingWall

/** A painted sign, and beside it the poster of one wall after the other. */
export function Hero() {
  const signedIn = useSession().status === 'in'
  const { turn, playing, setPlaying } = useRotation()
  const wall = wallAt(turn)
  useEffect(() => {
    if (playing) new Image().src = wallAt(turn + 1).poster
  }, [turn, playing])
  return (
    <section className={styles.hero} data-mood={wall.slug} aria-labelledby="hero-title">
      <div className={styles.sky}>
        <Weather mood={wall.slug} />
      </div>
      <div className={styles.sign}>
        <h1 id="hero-title">
          Bawal <span>manghusga</span> dito.
        </h1>
        <p className={styles.fine}>Multa: isang yakap</p>
      </div>
      <div className={styles.way}>
        <p className={styles.lead}>
          Isulat ang nararamdaman mo. I-post nang walang pangalan, itago sa diary, o bitawan na lang.{' '}
          <strong>Libre.</strong>
        </p>
        <div className={styles.actions}>
          <LinkButton href={signedIn ? '/write' : '/signup'} size="large" lang="en">
            Start Writing
          </LinkButton>
          <LinkButton href="/wall/kalma" kind="quiet" size="large">
            Silipin ang pader
          </LinkButton>
        </div>
      </div>
      <div className={styles.board}>
        {turn > 0 && <Poster key={turn - 1} wall={wallAt(turn - 1)} turn={turn - 1} under />}
        <Poster key={turn} wall={wall} turn={turn} />
        {playing !== undefined && (
          <button
            type="button"
            className={styles.pause}
            data-playing={playing}
            onClick={() => setPlaying(!playing)}
          >
            <span className="visually-hidden">
              {playing ? 'Ihinto ang palit ng pader' : 'Ituloy ang palit ng pader'}
            </span>
          </button>
        )}
      </div>
    </section>
  )
}

/** A sheet over the last one, which stays until it is covered. */
function Poster({ wall, turn, under = false }: { wall: LandingWall; turn: number; under?: boolean }) {
  return (
    <figure
      className={styles.poster}
      data-mood={wall.slug}
      data-ink={wall.ink}
      data-tilt={turn % 2}
      data-first={turn === 0 || undefined}
      aria-hidden={under || undefined}
    >
      <img src={wall.poster} alt="" width="400" height="500" />
      <blockquote>{wall.quote}</blockquote>
      <figcaption>{wall.name}</figcaption>
      <span className={styles.emoji} aria-hidden="true">
        {wall.emoji}
      </span>
    </figure>
  )
}
