import { listed } from './listed.ts'

/** Words with which another thought begins in a sentence that runs on. */
export const joiners = listed('tapos tas pero kasi kc ksi kse kaso tsaka saka ngunit then but because')
/** The same, but only behind a comma: within a clause they say something else, di ko kaya, so tired. */
export const joinersBehindComma = listed('kaya so and at')
/** What begins with these says nothing without the clause behind its comma: kung wala ka, … */
export const openers = listed(
  'kung kapag pag if when kahit habang dahil since although though noong nung pagkatapos unless until while sana akala',
)
/** What begins with these says nothing without the clause before it. */
export const hangers = listed(
  'kundi hindi not na who which that where when if kung kapag pag kahit dahil habang',
)
/** What somebody wants or can't bear: it tells more than what they ate. */
export const wishful = listed(`
gusto gustong ayoko ayaw sana kailangan kailangang umaasa pangarap hirap mahirap nahihirapan suko sumuko sawa umay resign mag-resign
want wish need hope can't hate miss unfair namimiss nami-miss na-miss namiss iniwan break mag-isa nag-iisa try trying sinusubukan pinipilit away nag-away nag-aaway inaway jowa crush ex
`)
