import { listed } from './listed.ts'

/** Words that begin another thought in a long sentence. */
export const joiners = listed('tapos tas pero kasi kc ksi kse kaso tsaka saka ngunit then but because')
/** The same, but only after a comma. Inside a clause they mean something else: di ko kaya, so tired. */
export const joinersBehindComma = listed('kaya so and at')
/** A clause with this beginning depends on the clause after its comma: kung wala ka, … */
export const openers = listed(
  'kung kapag pag if when kahit habang dahil since although though noong nung pagkatapos unless until while sana akala',
)
/** A clause with this beginning depends on the clause before it. */
export const hangers = listed(
  'kundi hindi not na who which that where when if kung kapag pag kahit dahil habang',
)
export const wishful = listed(`
gusto gustong ayoko ayaw sana kailangan kailangang umaasa pangarap hirap mahirap nahihirapan suko sumuko sawa umay resign mag-resign
want wish need hope can't hate miss unfair namimiss nami-miss na-miss namiss iniwan break mag-isa nag-iisa try trying sinusubukan pinipilit away nag-away nag-aaway inaway jowa crush ex
`)
