/** Our own animated stickers. A message that is a sticker holds only its address. Other clients show a link. */

/** Titles in Taglish, read aloud in place of the picture. The picker shows them in this order. */
const titles = {
  yakap: 'Yakap',
  kilig: 'Kilig',
  iyak: 'Iyak lang muna',
  tawa: 'Hagalpak',
  'kaya-mo-yan': 'Kaya mo ’yan!',
  puyat: 'Puyat',
  kape: 'Kape muna',
  gigil: 'Gigil',
  'tahan-na': 'Tahan na',
  ulan: 'Ulan sa labas',
  salamat: 'Salamat',
  gulat: 'Ha?!',
  puso: 'Puso',
  'dito-lang-ako': 'Dito lang ako',
  'hinga-tayo': 'Hinga tayo',
  jeep: 'Biyahe na',
  'halo-halo': 'Halo-halo ang nararamdaman',
  galit: 'Ang init ng ulo',
  antok: 'Antok na',
  lambing: 'Lambing',
  'hay-nako': 'Hay, nako',
  pasensya: 'Pasensya na',
  gutom: 'Gutom',
  init: 'Ang init!',
  'miss-kita': 'Miss kita',
  pagod: 'Pagod, 1% na lang',
  laban: 'Laban!',
  dasal: 'Kasama sa dasal',
  saranggola: 'Ang gaan sa loob',
  ingat: 'Ingat ha',
} as const

export type StickerId = keyof typeof titles
export type Sticker = { readonly id: StickerId; readonly title: string }

export const stickers: readonly Sticker[] = (Object.keys(titles) as StickerId[]).map((id) => ({
  id,
  title: titles[id],
}))

const folder = '/stickers/'

export const findSticker = (id: string): Sticker | undefined => stickers.find((one) => one.id === id)

/** The path of a sticker on its own origin. */
export const stickerPath = (id: StickerId): string => `${folder}${id}.svg`

/** The same picture without its animation. */
export const stillPath = (id: StickerId): string => `${folder}still/${id}.svg`

/** The sticker of a path; undefined for any other path. */
export function stickerOfPath(path: string): Sticker | undefined {
  return path.startsWith(folder) && path.endsWith('.svg')
    ? findSticker(path.slice(folder.length, -'.svg'.length))
    : undefined
}
