import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react'
import type { MoodSlug } from '../../../shared/moods.ts'
import { sizeOf } from '../../ui/word-size.ts'
import afloat from './Afloat.module.css'
import blown from './Blown.module.css'
import { Leaf } from './Leaf.tsx'
import styles from './Released.module.css'
import { tear } from './tear.ts'
import torn from './Torn.module.css'

export type Exit = 'punit' | 'anod' | 'hangin'

/** Specification 1, section 9: 2.5 s in all, visible at 0.5 s. */
const length = 2500

type ReleasedProps = {
  words: string
  template: string | null
  mood: MoodSlug
  exit: Exit
  /** The field on the paper that the words leave. */
  field: RefObject<HTMLElement | null>
  onDone: () => void
}

/**
 * The words leave: torn, on water, or in the wind. Only transform and opacity move, for a cheap phone's compositor. Hidden from screen
 * readers, which hear the composer's live region.
 */
export function Released({ words, template, mood, exit, field, onDone }: ReleasedProps) {
  // Renders in between do not restart the timer.
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const timer = setTimeout(() => done(), length)
    return () => clearTimeout(timer)
  }, [])
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const sky = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => liftFrom(field.current?.parentElement, sky.current), [field])
  const Leaving = still ? Faint : { punit: Torn, anod: Afloat, hangin: Blown }[exit]
  return (
    <div
      ref={sky}
      className={styles.sky}
      data-mood={mood}
      data-exit={exit}
      data-testid="released"
      aria-hidden="true"
    >
      <div className={styles.heavy} />
      <div className={styles.dawn} />
      <Leaving words={words} template={template} />
      <p className={styles.promise}>Walang ipinadala. Walang itinago.</p>
    </div>
  )
}

/** Starts the film's sheet over the paper. Offsets, because a running animation moves its rectangle. */
function liftFrom(paper: Element | null | undefined, sky: HTMLElement | null): void {
  const stage = sky?.querySelector<HTMLElement>(`.${styles.stage}, .${styles.still}`)
  if (!paper || !sky || !stage) return
  const { left, top, width, height } = paper.getBoundingClientRect()
  const x = left + width / 2 - stage.offsetLeft - stage.offsetWidth / 2
  const y = top + height / 2 - stage.offsetTop - stage.offsetHeight / 2
  sky.style.setProperty('--paper', `translate(${x}px, ${y}px) scale(${width / stage.offsetWidth})`)
}

type LeavingProps = Pick<ReleasedProps, 'words' | 'template'>

function Page({
  words,
  template,
  className,
  style,
}: LeavingProps & { className?: string | undefined; style?: CSSProperties }) {
  return (
    <Leaf size={sizeOf(words)} template={template} className={className} style={style}>
      <p className={styles.words}>{words}</p>
    </Leaf>
  )
}

/** With reduced motion the words fade out where they were written. */
function Faint({ words, template }: LeavingProps) {
  return (
    <div className={styles.still}>
      <Page words={words} template={template} className={styles.faint} />
    </div>
  )
}

/** The sheet tears in half, each half tears, and the scraps fall. The stages lie over each other and disappear in turn. */
function Torn({ words, template }: LeavingProps) {
  const [halves] = useState(() =>
    tear().map((half) => ({
      ...half,
      scraps: half.scraps.map((scrap, row) => ({ ...scrap, style: flight(half.side, row) })),
    })),
  )
  return (
    <div className={styles.stage}>
      {halves.map(({ side, paper, face, scraps }) => (
        <div key={side} className={torn.half} data-side={side}>
          {scraps.map((scrap) => (
            <div key={scrap.paper} className={torn.scrap} style={{ clipPath: scrap.paper, ...scrap.style }}>
              <Page
                words={words}
                template={template}
                className={styles.face}
                style={{ clipPath: scrap.face }}
              />
            </div>
          ))}
          <div className={torn.united} style={{ clipPath: paper }}>
            <Page words={words} template={template} className={styles.face} style={{ clipPath: face }} />
          </div>
        </div>
      ))}
      <Page words={words} template={template} className={torn.whole} />
    </div>
  )
}

/** Places where scraps fall. Lower ones fall first. */
function flight(side: -1 | 1, row: number): CSSProperties {
  const drift = Math.random()
  return variables({
    transformOrigin: `${50 + 25 * side}% ${12.5 + 25 * row}%`,
    '--x': `${side * (4 + 34 * drift)}%`,
    '--y': `${60 + 22 * (3 - row) + 40 * drift}%`,
    '--turn': `${side * 20 + (Math.random() - 0.5) * 260}deg`,
    '--late': `${(3 - row) * 45 + 150 * drift}ms`,
  })
}

/** React's types have no custom properties. */
function variables(style: Record<string, string>): CSSProperties {
  return style
}

function Afloat({ words, template }: LeavingProps) {
  return (
    <>
      <div className={styles.stage}>
        <div className={afloat.folding}>
          <div className={afloat.lower}>
            <Page words={words} template={template} className={styles.face} />
          </div>
          <div className={afloat.upper}>
            <Page words={words} template={template} className={styles.face} />
            <div className={afloat.back} />
          </div>
        </div>
      </div>
      <div className={afloat.voyage}>
        <div className={afloat.boat}>
          <div className={afloat.sail} />
          <Page words={words} template={template} className={afloat.hull} />
          <div className={afloat.shade} />
        </div>
      </div>
      {[0, 1, 2].map((wave) => (
        <svg
          key={wave}
          className={afloat.wave}
          data-wave={wave}
          viewBox="0 0 240 40"
          preserveAspectRatio="none"
        >
          <path d="M0 8q15-8 30 0t30 0t30 0t30 0t30 0t30 0t30 0t30 0V40H0Z" />
        </svg>
      ))}
    </>
  )
}

/** The words lift off from the last to the first, then the empty page follows. */
function Blown({ words, template }: LeavingProps) {
  const [gusts] = useState(() => Array.from({ length: 40 }, () => [Math.random(), Math.random()] as const))
  const parts = words.split(/\s+/)
  return (
    <>
      {[0, 1, 2, 3, 4].map((gust) => (
        <div key={gust} className={blown.gust} data-gust={gust} />
      ))}
      <div className={styles.stage}>
        <Leaf size={sizeOf(words)} template={template} className={blown.blank}>
          <span />
        </Leaf>
        <Leaf size={sizeOf(words)} template={template} className={blown.loose}>
          <p className={styles.words}>
            {parts.map((word, i) => {
              const [rise, spin] = gusts[i % gusts.length] ?? [0.5, 0.5]
              return (
                // The words do not change their order, so an index identifies each.
                // oxlint-disable-next-line react/no-array-index-key
                <span key={i}>
                  <span
                    className={blown.word}
                    style={variables({
                      '--y': `${-10 - 38 * rise}vh`,
                      '--turn': `${(spin - 0.4) * 220}deg`,
                      '--late': `${(1 - i / parts.length) * 560 + 190 * spin}ms`,
                    })}
                  >
                    {word}
                  </span>{' '}
                </span>
              )
            })}
          </p>
        </Leaf>
      </div>
    </>
  )
}
