import { moods, type MoodSlug } from '../../../shared/moods.ts'

type Voice = {
  quote: string
  /** The template on the hero's poster, and whether its words are light or dark. */
  poster: string
  ink: 'light' | 'dark'
}

const voices: Readonly<Record<MoodSlug, Voice>> = {
  galit: {
    quote: 'Sige, isigaw mo. Hindi ’yan babalik sa ’yo.',
    poster: '/templates/galit-1.svg',
    ink: 'light',
  },
  malungkot: {
    quote: 'Okay lang umiyak. Umuulan din naman dito.',
    poster: '/templates/malungkot-2.svg',
    ink: 'light',
  },
  sisi: {
    quote: 'Hindi na maibabalik. Pero puwede nang ibaba.',
    poster: '/templates/sisi-4.svg',
    ink: 'light',
  },
  masaya: {
    quote: 'Ikuwento mo naman. Hindi ’yan pagyayabang.',
    poster: '/templates/masaya-3.svg',
    ink: 'dark',
  },
  kalma: {
    quote: 'Hinga ka muna. Walang nagmamadali rito.',
    poster: '/templates/kalma-5.svg',
    ink: 'light',
  },
}

/** The five walls as the landing page shows them (specification 1, section 3). */
export const walls = moods.map(({ slug, wall, emoji, theme }) => ({
  slug,
  name: wall,
  emoji,
  theme,
  ...voices[slug],
}))
export type LandingWall = (typeof walls)[number]
