import { builtInHotlines } from '../../../shared/hotlines.ts'
import type { Hotline } from '../../../shared/rows.ts'

type Lang = 'tl' | 'en'

/**
 * Whom to call when somebody is hurt by another person. The registry has no column for that. Sources: DILG, DSWD and DOJ on 911 (December
 * 2021); DSWD media forum (November 2024) on Aleng Pulis. Checked on 2026-11-22.
 */
const emergency: Record<Lang, string> = {
  tl: '📞 911: emergency, araw at gabi',
  en: '📞 911: emergency, day and night',
}
const againstAbuse: Record<Lang, string> = {
  tl: '📞 Aleng Pulis (PNP), kapag may nananakit: 0919-777-7377, 0966-725-5961\n🏠 VAW desk ng barangay: para sa kababaihan at bata',
  en: '📞 Aleng Pulis (PNP), when somebody hurts you: 0919-777-7377, 0966-725-5961\n🏠 VAW desk of the barangay: for women and children',
}
const words = {
  tl: { all: 'kapag sobrang bigat na', children: 'kung wala ka pang 18', luzon: 'landline sa Luzon' },
  en: { all: 'when it is too heavy', children: 'if you are under 18', luzon: 'landlines in Luzon' },
} as const

/** Whom to call, with what each line is for and when it answers. `isBrief`: they stand in one of her last answers in full. */
export function linesFor(
  about: 'crisis' | 'now' | 'abuse',
  lang: Lang,
  given: readonly Hotline[],
  isBrief: boolean,
): string {
  const hotlines = (given.length ? given : builtInHotlines).toSorted((a, b) => a.position - b.position)
  const listed = (children: boolean) =>
    hotlines
      .filter((line) => line.for_children === children)
      .map((line) => (isBrief && about !== 'now' ? briefly(line, lang) : described(line, lang)))
  const [all, children] = [listed(false), listed(true)]
  if (about === 'now') return [emergency[lang], ...all].join('\n')
  if (isBrief && about === 'abuse') return `📞 ${['911', ...children].join(' · ')}`
  if (isBrief) return `📞 ${[...all, ...children].join(' · ')}`
  if (about === 'abuse') return [emergency[lang], againstAbuse[lang], ...children].join('\n')
  return [...all, ...children].join('\n')
}

function described({ name, note, numbers, for_children: isForChildren }: Hotline, lang: Lang): string {
  const { all, children, luzon } = words[lang]
  // 1553 is free from landlines in Luzon only.
  const dial = numbers.map((number) => (number === '1553' ? `1553 (${luzon})` : number)).join(', ')
  return `📞 ${[name, isForChildren ? children : `${note}, ${all}`].join(', ')}: ${dial}`
}

/** The first number that every phone can call. */
const briefly = ({ numbers: [first = ''], note, for_children: isForChildren }: Hotline, lang: Lang): string =>
  `${first} (${isForChildren ? words[lang].children : note})`
