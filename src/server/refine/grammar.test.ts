import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { grammar } from './grammar.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Written text, and its correction. */
const mended: [string, string][] = [
  // English
  [
    'i has went to school yesterday and i seen a apple.',
    'I have gone to school yesterday and I saw an apple.',
  ],
  ["She go to school and he don't care about me.", "She goes to school and he doesn't care about me."],
  ['i dont know what to do anymore. its so hard', "I don't know what to do anymore. It's so hard"],
  [
    'I could of told her. We was at the mall on monday.',
    'I could have told her. We were at the mall on Monday.',
  ],
  [
    'I am better then him, and I did not went there alot.',
    'I am better than him, and I did not go there a lot.',
  ],
  [
    'its my fault, i hate my self. lets go home, their is hope.',
    "It's my fault, I hate myself. Let's go home, there is hope.",
  ],
  // Tagalog
  [
    'pagod na ako.gusto ko ng umuwi,kasi ang sakit na',
    'Pagod na ako. Gusto ko nang umuwi, kasi ang sakit na',
  ],
  [
    'umiyak ako ng malakas kagabi. iyak ako ng iyak araw araw.',
    'Umiyak ako nang malakas kagabi. Iyak ako nang iyak araw-araw.',
  ],
  ['Ng dumating siya , umalis ako.', 'Nang dumating siya, umalis ako.'],
  ['Ako din naman. Siya din daw. Galit raw siya.', 'Ako rin naman. Siya rin daw. Galit daw siya.'],
  ['Nasa loob nang mga kahon ang ang mga sulat ko.', 'Nasa loob ng mga kahon ang mga sulat ko.'],
  ['Dapat ng tapusin ito!Ayoko na.', 'Dapat nang tapusin ito! Ayoko na.'],
  // Taglish
  [
    'Pagod na ako sa lahat, but she go home every day and i dont mind.',
    "Pagod na ako sa lahat, but she goes home every day and I don't mind.",
  ],
  ['nag-cry ako sa jeep kahapon. i cant sleep pa.', "Nag-cry ako sa jeep kahapon. I can't sleep pa."],
  [
    'sabi ni mina "bakit?" tapos umalis na. see you sa friday',
    'Sabi ni mina "bakit?" tapos umalis na. See you sa Friday',
  ],
  // Short spellings
  [
    'Ang init ngayon d2 sa Cebu, pero masaya ako kc nakauwi na si papa',
    'Ang init ngayon dito sa Cebu, pero masaya ako kasi nakauwi na si papa',
  ],
  [
    'nagchat aq sa kanya knina pero seen lng, ang sakit dba? dq na kaya tlga',
    'Nag-chat ako sa kanya kanina pero seen lang, ang sakit di ba? Di ko na kaya talaga',
  ],
  [
    'pls pakisabi nmn kay sir na absent ako bukas kc may lagnat c bunso tnx po',
    'Pls pakisabi naman kay sir na absent ako bukas kasi may lagnat si bunso tnx po',
  ],
  [
    'grabe gusto ko na mag resign bes, im so tired tas nag aaral pa ko sa gabi, ill be okay',
    "Grabe gusto ko na mag-resign bes, I'm so tired tas nag-aaral pa ko sa gabi, I'll be okay",
  ],
  [
    'lagi akong mag isa sa school. d ako makatulog kakaisip sa sinabi nya, i wont lie. pano ba mag move on, iniiyakan ko pa dn xa gabi gabi',
    "Lagi akong mag-isa sa school. Di ako makatulog kakaisip sa sinabi niya, I won't lie. Pano ba mag-move on, iniiyakan ko pa rin siya gabi-gabi",
  ],
  [
    'nag hintay aq pra sa wla... namimiss ko cya, naka tulog dn ako',
    'Naghintay ako para sa wala... nami-miss ko siya, nakatulog din ako',
  ],
]
it.each(mended)('grammar corrects: %s', async (text, right) => expect(await grammar(text)).toBe(right))

/** Texts that are right, or the writer's own style. */
const kept = [
  'Gusto ko ng kape. Bumili siya ng mabilis na kotse. Umalis siya nang mga alas tres.',
  'Kaibigan ng kaibigan ko si Jun Jun. Nagulat ako nang mga oras na iyon, nang mga ika-5 ng umaga.',
  'Kumain kami ng maasim na mangga, at gusto ko ng maayos na trabaho.',
  'Sorry din. Araw daw ng mga puso. Ako rin, ikaw rin, lahat din.',
  'Char lang! Lodi talaga si HugotQueen88, petmalu 😭😭 haha… @Clingy_Bro #hugot https://emote.ph/wall?x=1,2',
  'Ewan ko... bahala na. :( Hay nako ;) Nasa 3.50 na lang ang 1,000 ko noong ika-5 ng Mayo.',
  'wala nang ikaw\nwala nang tayo\nako na lang\nat ang ulan',
  'Di ko alam kung bakit ganun siya sakin, e dati naman ok kami nung college.',
  'La la la, na na na na, ang sabi ng kanta. Sobra sobra na ito.',
  "It's Saturday. The pills are there. When there are enough, I rest.",
  'Every one of us is so so tired. My self worth is low. I say no to drugs. Its color is red, and the dog ate its food.',
  'As of now okay naman ako, for a while po. I wish I were there. She made him go.',
  'Dr. Santos said so. iPhone 15 ang gamit ko.',
  'Si kc at si Q ang kasama ko sa D2. LNG ang gasul, may mag at magazine siya. They nag me, as was the wont of kings. Charot lang, bes, lodi!',
  'Kapoy na jud kaayo ko ani, wala daw nya ako pa gani ang sad-an. Di q sama nimo.',
  '안녕하세요. שלום עולם. 你好。',
]
it.each(kept)('grammar leaves unchanged: %s', async (text) => expect(await grammar(text)).toBe(text))

const marks = (text: string) =>
  text.match(/(?<!\b(?:d|di|gus|gs))\d+|[@#][\p{L}\d_]+|\p{Extended_Pictographic}/gu)
const people = ['explicit', 'ordinary'].flatMap((file) =>
  readFileSync(new URL(`../../shared/crisis/${file}.txt`, import.meta.url), 'utf8').split('\n'),
)

it('a second pass changes nothing, and every number, name and sign is kept', async () => {
  for (const text of [...people, ...mended.map(([before]) => before), ...kept]) {
    const once = await grammar(text)
    expect(await grammar(once)).toBe(once)
    expect(marks(once)).toEqual(marks(text))
    for (const name of text.match(/(?<=[\p{L},] )\p{Lu}\p{Ll}+/gu) ?? []) expect(once).toContain(name)
  }
})
