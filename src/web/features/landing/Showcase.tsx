import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Section } from './Section.tsx'
import styles from './Showcase.module.css'
import { walls } from './walls.ts'

/** Samples of the product. Nothing in them can be pressed, so each is one picture to a screen reader. */
export function Showcase() {
  return (
    <Section id="showcase" title="Silip sa loob">
      <div className={styles.table}>
        <WriteSheet />
        <WallSheet />
        <DiarySheet />
      </div>
    </Section>
  )
}

function WriteSheet() {
  return (
    <Sheet caption="Sulatan: ang salita mo ang nasa gitna, ang panahon ang nasa likod.">
      <div className={styles.leaf} data-mood="kalma">
        <img src="/templates/kalma-4.svg" alt="" width="400" height="500" loading="lazy" decoding="async" />
        <p>Sa wakas, uwi na. Dagat muna bago lahat.</p>
      </div>
      <div className={styles.tray}>
        {walls.map((wall) => (
          <span key={wall.slug} data-mood={wall.slug}>
            {wall.emoji}
          </span>
        ))}
      </div>
      <div className={styles.go}>Bitawan mo na</div>
    </Sheet>
  )
}

function WallSheet() {
  return (
    <Sheet caption="Pader: codename lang ang kasama ng post. Walang bilang ng followers.">
      <div className={styles.who}>
        <Avatar codename="Tahimik Bundok" />
        <span>
          <b>Tahimik Bundok</b> 5 minuto ago
        </span>
      </div>
      <div className={styles.leaf} data-mood="malungkot">
        <img
          src="/templates/malungkot-5.svg"
          alt=""
          width="400"
          height="500"
          loading="lazy"
          decoding="async"
        />
        <p>Dalawang baso pa rin ang kinukuha ko.</p>
      </div>
      <div className={styles.reactions}>
        <span>😢 12</span>
        <span>❤️ 4</span>
        <span>
          <Icon name="comment" size={18} /> 3
        </span>
      </div>
    </Sheet>
  )
}

function DiarySheet() {
  return (
    <Sheet caption="Diary: sa ’yo lang. Nahahanap, nababago, nabubura.">
      <div className={styles.book}>
        <b>Emote Diary</b>
        <Icon name="lock" size={18} />
      </div>
      <div className={styles.entry} data-mood="masaya">
        <b>🌞 Masaya</b>
        <p>Nagluto si Nanay ng sinigang kahit hindi ko hiningi. Alam niya pala.</p>
      </div>
      <div className={styles.entry} data-mood="galit">
        <b>😡 Galit</b>
        <p>Hindi ako sumagot. Pero dito, oo.</p>
      </div>
      <div className={styles.entry} data-mood="sisi">
        <b>🥀 Sisi</b>
        <p>Ang dali lang sanang mag-sorry kahapon.</p>
      </div>
    </Sheet>
  )
}

function Sheet({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.sheet}>
      <div className={styles.face} aria-hidden="true">
        {children}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
