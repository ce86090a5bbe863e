/** The five moods: stored value, Filipino label, weather (theme), wall and greeting (specification 1, section 3; wall titles: 2, section 2). */
export const moods = [
  {
    value: 'Anger',
    slug: 'galit',
    label: 'Galit',
    theme: 'Kidlat',
    emoji: '😡',
    wall: 'Pader ng Galit',
    title: 'Pader ng Galit',
    greeting: 'Ilabas mo lang. Kaya ’yan ng pader.',
  },
  {
    value: 'Sadness',
    slug: 'malungkot',
    label: 'Malungkot',
    theme: 'Ulan',
    emoji: '😢',
    wall: 'Pader ng Malungkot',
    title: 'Pader ng Lungkot',
    greeting: 'Okay lang umiyak dito.',
  },
  {
    value: 'Regret',
    slug: 'sisi',
    label: 'Sisi',
    theme: 'Alaala',
    emoji: '🥀',
    wall: 'Pader ng Sisi',
    title: 'Pader ng Pagsisisi',
    greeting: 'Para sa mga sana na hindi nasabi.',
  },
  {
    value: 'Joy',
    slug: 'masaya',
    label: 'Masaya',
    theme: 'Liwanag',
    emoji: '🌞',
    wall: 'Pader ng Masaya',
    title: 'Pader ng Masaya',
    greeting: 'Ang gaan, ’no? Ipamahagi mo.',
  },
  {
    value: 'Calm',
    slug: 'kalma',
    label: 'Kalma',
    theme: 'Kalma',
    emoji: '🌊',
    wall: 'Pader ng Kalma',
    title: 'Pader ng Kalma',
    greeting: 'Hinga muna. Walang nagmamadali.',
  },
] as const

export type Mood = (typeof moods)[number]
export type MoodValue = Mood['value']
export type MoodSlug = Mood['slug']

export const defaultMood: Mood = moods[4]

/** The mood of a wall's address. An unknown slug gives kalma (specification 2, section 2). */
export function moodOfSlug(slug: string | undefined): Mood {
  return moods.find((mood) => mood.slug === slug) ?? defaultMood
}

/** The mood of a stored value. A check constraint admits five values; the fallback serves caches of older apps. */
export function moodOfValue(value: string): Mood {
  return moods.find((mood) => mood.value === value) ?? defaultMood
}
