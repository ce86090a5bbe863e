import { Link, useParams } from 'wouter'
import { moodOfSlug, type MoodSlug } from '../../../shared/moods.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Weather } from '../../ui/weather/Weather.tsx'
import { Feed } from './Feed.tsx'
import { MoodSwitch } from './MoodSwitch.tsx'
import { useVisit } from './place.ts'
import styles from './Wall.module.css'

/** What each wall says to who arrives. */
const greetings: Record<MoodSlug, string> = {
  galit: 'Ilabas mo lang. Kaya ’yan ng pader.',
  malungkot: 'Okay lang umiyak dito.',
  sisi: 'Para sa mga sana na hindi nasabi.',
  masaya: 'Ang gaan, ’no? Ipamahagi mo.',
  kalma: 'Hinga muna. Walang nagmamadali.',
}

/** One of the five walls, in its own weather; an unknown name leads to Kalma. */
export function Wall() {
  const mood = moodOfSlug(useParams()['mood'])
  const visit = useVisit()
  return (
    <div className={styles.place} data-mood={mood.slug}>
      <Weather mood={mood.slug} />
      <div className={styles.wall}>
        <Link href="/write" className={styles.back}>
          <Icon name="back" size={20} /> Magsulat
        </Link>
        <header className={styles.sign}>
          <div>
            <h1>{mood.title}</h1>
            <p className={styles.greeting}>{greetings[mood.slug]}</p>
          </div>
          <span className={styles.emoji} aria-hidden="true">
            {mood.emoji}
          </span>
        </header>
        <MoodSwitch current={mood} />
        {visit && <Feed key={visit} mood={mood} visit={visit} />}
      </div>
    </div>
  )
}
