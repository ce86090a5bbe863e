import { fold } from '../../shared/fold.ts'

/** Other spellings of common words, as people type them. */
const spellings = new Map(
  Object.entries({
    hindi: 'di d nd hnd hinde hndi indi',
    ako: 'aq aqo akoh',
    ko: 'q kow',
    siya: 'sya xa cya siyah',
    niya: 'nya nia',
    naman: 'nmn nman',
    lang: 'lng',
    talaga: 'tlga tlaga tlg',
    kasi: 'ksi kc kse kasii',
    yung: 'ung iyung iyong yong',
    mo: 'mu',
    pagod: 'pgod',
    wala: 'wla wlang',
    nanay: 'nay inay',
    tatay: 'tay itay',
    bakit: 'bkt bat',
    kumusta: 'musta muzta mustah muztah msta mstah kmusta',
    makatulog: 'mkatulog mktulog mkatulg',
    tulog: 'n2log tlog',
    iniisip: 'iniicp iniicip iicp',
    lagi: 'lgi',
    kailan: 'kelan kelang',
    ngayon: 'ngaun ngyon',
    kaibigan: 'kaibgan',
    pero: 'pro',
    you: 'u',
    your: 'ur',
    are: 'r',
    because: 'cuz bc coz',
    boyfriend: 'bf',
    girlfriend: 'gf',
    okay: 'ok oki okie okey k',
    salamat: 'slmt tnx thx ty tysm',
    putangina: 'pota potangina tangina tngina puta putangna',
  }).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
)

/** Prefixes that people write apart: nag away. */
const apart = ['nag', 'mag', 'nakipag', 'makipag', 'pinag', 'nakaka', 'napaka']
const parted = new RegExp(`(?<!\\p{L})(${apart.join('|')}) +(?=\\p{L})`, 'giu')
/** Joins prefixes to their words, and reads 'na ko' as 'na ako'. */
export const joined = (text: string): string => text.replace(parted, '$1').replace(/\bna ko\b/gu, 'na ako')

/** A pictograph becomes a word of its own: 😭 is u1f62d. */
const named = (sign: string) => ` u${(sign.codePointAt(0) ?? 0).toString(16)} `

/** The bare words of a text, clause by clause. The words that end a clause are lost: no pattern reaches over one. */
export function clausesOf(text: string): string[][] {
  return text
    .split(/[.!?;,…\n]+/u)
    .map((clause) => wordsOf(clause))
    .filter((words) => words.length > 0)
}

export function wordsOf(text: string): string[] {
  return joined(fold(text.replace(/\p{Extended_Pictographic}/gu, named)))
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const once = word.replace(/(\p{L})\1{2,}/gu, '$1')
      return spellings.get(once) ?? once
    })
}
