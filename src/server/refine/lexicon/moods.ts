import { listed } from './listed.ts'

/** Moods with a fitting emoji. `heavy`: the text must get no cheerful emoji. */
export type Mood = { name: string; emoji: string; heavy?: true; joy?: true; words: ReadonlySet<string> }

export const moods: readonly Mood[] = [
  {
    name: 'grief',
    emoji: '🕊️',
    heavy: true,
    words: listed(
      'namatay pumanaw yumao burol libing lamay namatayan died death funeral passed_away grief grieving condolence rip cremated ulila naulila paalam goodbye nakunan miscarriage',
    ),
  },
  {
    name: 'sadness',
    emoji: '😢',
    heavy: true,
    words: listed(
      'bumagsak malungkot lungkot nalulungkot kalungkutan iyak umiyak umiiyak naiyak naiiyak luha sad lonely cry cried crying tears heartbroken hurt hurts masakit sakit nasaktan nasasaktan iniwan nangungulila',
    ),
  },
  {
    name: 'fear',
    emoji: '😟',
    heavy: true,
    words: listed(
      'takot natatakot kaba kinakabahan nag-aalala nag-o-overthink overthink overthinking anxious anxiety scared afraid worried nervous panic kabado',
    ),
  },
  {
    name: 'anger',
    emoji: '😤',
    heavy: true,
    words: listed(
      'galit nagagalit nagalit inis naiinis nainis nakakainis bwisit buwisit badtrip angry mad furious annoyed annoying asar naaasar nakakaasar',
    ),
  },
  {
    name: 'regret',
    emoji: '💔',
    heavy: true,
    words: listed('sisi nagsisisi pagsisisi nagsisi pinagsisisihan regret regrets patawad guilty'),
  },
  {
    name: 'tired',
    emoji: '😮‍💨',
    heavy: true,
    words: listed(
      'pagod napagod napapagod nakakapagod kapagod tired exhausted drained burnout burnt_out stressed stress',
    ),
  },
  {
    name: 'thanks',
    emoji: '🙏',
    joy: true,
    words: listed('salamat nagpapasalamat pasasalamat thankful grateful thanks blessed biyaya'),
  },
  {
    name: 'love',
    emoji: '💛',
    joy: true,
    words: listed(
      'mahal_kita mahal_ko nagmamahal minamahal pagmamahal pag-ibig love loved kilig kinikilig yakap hug',
    ),
  },
  {
    name: 'pride',
    emoji: '🎉',
    joy: true,
    words: listed(
      'nakapasa pumasa pasado nanalo panalo graduate graduated natanggap passed won proud congrats congratulations promoted',
    ),
  },
  {
    name: 'joy',
    emoji: '😊',
    joy: true,
    words: listed(
      'masaya masayang saya sumaya natutuwa tuwa happy glad excited nakakatuwa enjoy nag-enjoy ngiti',
    ),
  },
  {
    name: 'hope',
    emoji: '🌱',
    joy: true,
    words: listed('pag-asa umaasa hopeful kaya_ko makakaya lalaban gagaling'),
  },
  {
    name: 'calm',
    emoji: '🍃',
    joy: true,
    words: listed('kalma kalmado payapa panatag calm peaceful peace relaxed pahinga rest'),
  },
]

/** Negations within three words before a mood, or anywhere in a happy sentence: hindi ako masaya. */
export const denials = listed(
  "hindi di 'di wala walang huwag wag ayaw ayoko not never no don't doesn't didn't can't isn't wasn't aren't sana wish without nawala nawalan lost kailan",
)

/** For texts of loss and crisis: one at the end. */
export const gentle = '🤍'
