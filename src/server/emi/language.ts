import type { Language } from './material.ts'

const tagalog = new Set(
  `ako ko ka mo siya niya kami namin tayo natin sila nila ang ng sa na pa ba lang din rin naman kasi hindi wala may meron mga yung ito
  iyan yan yun ano bakit paano kung pero tapos parang sobra talaga ngayon kanina gusto ayaw ayoko kaya si ni kay daw raw po opo oo e eh
  nga muna sana dahil nung noong para kahit hanggang sino saan kailan gabi araw bahay nag ewan basta ganun ganon dito doon salamat
  kumusta kamusta umaga`.split(/\s+/),
)
const english = new Set(
  `i im ive ill the a is am are was were be my me to of it its and not dont cant didnt doesnt you your he she they him her his their
  this that what why how when who with for from have has had do did just feel feels so but because or if about like want would could
  should will never always nobody everyone thing things anymore thanks thank hello`.split(/\s+/),
)
const fewest = 2

/** The language of the newest words; short words follow what was written before. */
export function languageOf(clauses: readonly (readonly string[])[], before: Language | undefined): Language {
  const words = clauses.flat()
  if (before && words.length <= 3) return before
  const ours = words.filter((word) => tagalog.has(word)).length
  const theirs = words.filter((word) => english.has(word)).length
  if (ours === 0 && theirs > 0 && words.length >= 4) return 'en'
  if (ours + theirs < fewest) return before ?? 'mix'
  if (ours === 0) return 'en'
  if (theirs / (ours + theirs) > 0.8) return 'en'
  return theirs === 0 ? 'tl' : 'mix'
}
