import { countLetters } from '../../../../shared/limits.ts'

export type Strength = {
  /** 0 to 3. */
  level: number
  /** Long enough to be accepted. */
  isEnough: boolean
  /** Advice for the person. */
  words: string
}

const fewestLetters = 10
const fewestWords = 4
/** Common guesses. */
const known =
  /^(\d+|(password|passphrase|emote|diary|qwerty(uiop)?|asdf(ghjkl)?|iloveyou|mahalkita|pilipinas)\d*)$/

/** Estimates the strength of a passphrase. */
export function strengthOf(passphrase: string): Strength {
  const folded = passphrase.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  const letters = countLetters(folded)
  const parts = folded.split(' ').filter((part) => countLetters(part) > 1)
  const solid = folded.toLowerCase().replaceAll(/[\s\p{P}]/gu, '')
  if (letters === 0) return { level: 0, isEnough: false, words: '10 letra o higit pa, o apat na salita.' }
  if (letters < fewestLetters && parts.length < fewestWords)
    return {
      level: 1,
      isEnough: false,
      words: `Kulang pa ng ${fewestLetters - letters} letra. Puwede ring apat na salita.`,
    }
  if (new Set(solid).size < 5 || new Set(parts).size < parts.length / 2 || known.test(solid))
    return {
      level: 1,
      isEnough: false,
      words: 'Madali itong mahulaan. Dagdagan ng salitang ikaw lang ang makakaisip.',
    }
  if (parts.length >= fewestWords || letters >= 16)
    return { level: 3, isEnough: true, words: 'Matibay ’yan. 💪' }
  return { level: 2, isEnough: true, words: 'Puwede na. Mas matibay pag apat na salita.' }
}
