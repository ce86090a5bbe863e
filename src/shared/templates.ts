import type { MoodSlug } from './moods.ts'

export type Ink = 'light' | 'dark'
export type Template = {
  /** The app's own copy, which its service worker keeps. */
  readonly url: string
  /** The form that a post stores: the picture in the public bucket, for any client. */
  readonly address: string
  readonly mood: MoodSlug
  readonly ink: Ink
  readonly alt: string
}

const bucketPath = '/storage/v1/object/public/card-templates'

/** The two text colours on a template. `bench/template-contrast.ts` measures their contrast. */
export const inks: Readonly<Record<Ink, string>> = { light: '#fffdf7', dark: '#16130f' }

/** Text colour and a description in Taglish for the picker, in the order of the numbers 1 to 5. */
const drawn: Readonly<Record<MoodSlug, readonly (readonly [Ink, string])[]>> = {
  galit: [
    ['light', 'Kidlat sa likod ng buhol-buhol na kawad ng poste'],
    ['light', 'Kinakalawang na yero at gulong sa bubong, bumubuhos ang ulan'],
    ['light', 'Bitak-bitak na hollow block, may liwanag sa butas'],
    ['light', 'Harap ng jeepney sa ulan, bukas ang headlights'],
    ['light', 'Mata ng bagyo at mga niyog na hinahampas ng hangin'],
  ],
  malungkot: [
    ['light', 'Bintana ng jeepney na puno ng patak ng ulan'],
    ['light', 'Mag-isang naglalakad sa ulan, may pulang payong'],
    ['light', 'Basang dahon ng saging'],
    ['light', 'Tsinelas sa tabi ng puddle, may ibong nakadapo sa kawad'],
    ['light', 'Sampayang naiwan sa ulan, isang bintana lang ang may ilaw'],
  ],
  sisi: [
    ['dark', 'Lumang photo album, may isang litratong wala na'],
    ['light', 'Tumba-tumbang walang nakaupo, alikabok sa sinag ng araw'],
    ['dark', 'Lumang airmail na sulat at tuyong sampaguita'],
    ['light', 'Bukas na bintanang capiz, takipsilim na sa bayan'],
    ['light', 'Cassette tape na nakalas, kupas na ang kulay'],
  ],
  masaya: [
    ['dark', 'Unang sikat ng araw sa bintanang capiz, may gumamela'],
    ['dark', 'Mga parol na makulay sa madaling-araw'],
    ['dark', 'Banderitas ng pista sa tapat ng simbahan'],
    ['dark', 'Umaga sa hagdan-hagdang palayan'],
    ['dark', 'Hinog na mangga sa sanga at sa bilao'],
  ],
  kalma: [
    ['light', 'Takipsilim sa look, mag-isang nagsasagwan sa bangka'],
    ['light', 'Buwan sa ibabaw ng mga bundok at ulap'],
    ['dark', 'Banig na hinabi nang may mga diyamante'],
    ['dark', 'Dalampasigan mula sa itaas, mga bakas ng paa sa buhangin'],
    ['light', 'Bahay sa ibabaw ng tubig at isang vinta, gabi na'],
  ],
}

export const templates: readonly Template[] = (Object.keys(drawn) as MoodSlug[]).flatMap((mood) =>
  drawn[mood].map(([ink, alt], index) => {
    const name = `${mood}-${index + 1}.svg`
    return { url: `/templates/${name}`, address: `${bucketPath}/${name}`, mood, ink, alt }
  }),
)

/** The template of a stored address. Drafts and sealed entries may hold the url of the app's copy. Any other address gives no art. */
export function findTemplate(stored: string | null): Template | undefined {
  return templates.find(({ url, address }) => address === stored || url === stored)
}
