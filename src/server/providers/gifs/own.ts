import { fold } from '../../../shared/fold.ts'
import { stickerPath, stickers, stillPath, type StickerId } from '../../../shared/stickers.ts'
import type { Gif, Gifs } from './gifs.ts'

/** What people type when they look for a sticker, in Taglish and English, with common spellings. */
const tags: Readonly<Record<StickerId, string>> = {
  yakap: 'yakap yakapin hug hugs akap comfort karamay love kailangan ko ng yakap',
  kilig: 'kilig kinikilig crush love in love landi heart eyes gumamela bulaklak flower',
  iyak: 'iyak umiiyak naiiyak cry crying lungkot malungkot sad luha tears sakit huhu ulap cloud',
  tawa: 'tawa tumatawa natatawa laugh lol haha hahaha hagalpak funny joke saya masaya happy araw sun',
  'kaya-mo-yan':
    'kaya mo yan kaya natin to you can do it fighting go support cheer lakas strong kalabaw carabao',
  puyat:
    'puyat gising pa insomnia hindi makatulog cant sleep awake late night madaling araw eyebags buwan moon',
  kape: 'kape kapeng coffee cafe magkape mug umaga morning good morning',
  gigil: 'gigil gigil mo ko nanggigigil inis asar annoyed grr sili chili cute aggression',
  'tahan-na': 'tahan na tahan wag ka nang umiyak dont cry there there pat okay lang yan haplos comfort',
  ulan: 'ulan umuulan rain rainy payong umbrella bagyo storm pusa cat senti',
  salamat: 'salamat thank you thanks ty tenkyu thankful grateful sampaguita bulaklak flowers',
  gulat: 'gulat nagulat ha hala shock shocked wow omg surprised what tarsier mata eyes seryoso',
  puso: 'puso heart love mahal mahal kita pagmamahal pula red banig tibok',
  'dito-lang-ako': 'dito lang ako nandito here for you stay bahay kubo home gabi night andito',
  'hinga-tayo': 'hinga hingang malalim breathe breath calm kalma relax inhale exhale anxiety kabado panic',
  jeep: 'jeep jeepney biyahe byahe commute uwi pauwi tara lets go trip lakad gala otw on the way',
  'halo-halo': 'halo halo halohalo mixed feelings mixed emotions meryenda dessert sweet summer lamig',
  galit: 'galit nagagalit angry mad anger bwisit buwisit inis init ng ulo kidlat lightning thunder kulog',
  antok: 'antok inaantok sleepy tulog matulog sleep goodnight good night zzz pandesal kumot banig',
  lambing: 'lambing malambing cute aso dog aspin puppy love miss sweet clingy',
  'hay-nako': 'hay nako haynako hay naku sigh buntong hininga ewan whatever roll eyes takuri kettle',
  pasensya: 'pasensya na pasensya sorry patawad paumanhin apologize sisi regret patak bulaklak',
  gutom: 'gutom gutom na hungry kain kain tayo food eat rice ulam plato tara kain',
  init: 'init ang init hot summer tag-init electric fan bentilador pawis sweat',
  'miss-kita': 'miss kita miss you imy i miss you namimiss sulat letter love liham',
  pagod: 'pagod tired exhausted drained burnout lowbat low battery 1% pahinga rest',
  laban: 'laban lang laban fight fighting kamao fist go push strong tapang brave',
  dasal: 'dasal pray prayer praying panalangin kandila candle faith lord diyos god rip condolence',
  saranggola: 'saranggola kite gaan gumaan masaya happy laya free lipad fly hangin wind light',
  ingat: 'ingat ingat ka take care bye babay paalam goodbye kaway wave hi hello kumusta',
}

const known = stickers.map((sticker) => ({
  sticker,
  title: fold(sticker.title).split(' '),
  words: fold(`${sticker.title} ${tags[sticker.id]}`).split(' '),
}))

/** Our own pack. Addresses hold `origin`, so that any client can load them. */
export function createOwnGifs(origin: string): Gifs {
  return {
    by: 'own',
    async find({ q, limit, offset }) {
      const found = q === undefined ? stickers : search(q)
      const page = found.slice(offset, offset + limit)
      const size = { width: '200', height: '200' }
      return {
        data: page.map(({ id, title }): Gif => ({
          id,
          title,
          images: {
            fixed_height_small: { url: `${origin}${stickerPath(id)}`, ...size },
            fixed_height_small_still: { url: `${origin}${stillPath(id)}`, ...size },
          },
        })),
        total: found.length,
      }
    },
  }
}

/** Stickers with a tag for every word of the search. Without one: stickers with a tag for a word of three letters or more. */
function search(q: string) {
  const asked = fold(q).split(' ').filter(Boolean)
  const scored = known.map((one) => ({ ...one, scores: asked.map((word) => scoreOf(one, word)) }))
  const whole = scored.filter(({ scores }) => scores.length > 0 && scores.every(Boolean))
  const part = scored.filter(({ scores }) =>
    scores.some((score, at) => score > 0 && (asked[at]?.length ?? 0) > 2),
  )
  return (whole.length > 0 ? whole : part)
    .toSorted((one, other) => sumOf(other.scores) - sumOf(one.scores))
    .map(({ sticker }) => sticker)
}

function scoreOf({ title, words }: (typeof known)[number], asked: string): number {
  // A shorter title is the better match.
  if (title.includes(asked)) return 3 + 1 / title.length
  if (words.includes(asked)) return 2
  return words.some((word) => word.startsWith(asked)) ? 1 : 0
}

const sumOf = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0)
