import { expect, it, vi } from 'vitest'
import { friendly, professional } from './register.ts'
import { shorter, tighter } from './shorter.ts'

// The first formal text loads the checker of English.
vi.setConfig({ testTimeout: 60_000 })

it.each([
  [
    'Pagod na pagod na talaga ako sa lahat. Honestly, I just want to rest. Pagod na pagod na talaga ako sa lahat. Ayoko na, ayoko na, ayoko na!!!!',
    'Pagod na pagod na ako sa lahat. I want to rest. Ayoko na!',
  ],
  [
    'I am really very tired, you know, due to the fact that I had no sleep.',
    'I am tired, because I had no sleep.',
  ],
  ['Talaga? Sobra sobra sobra na ito!!!', 'Talaga? Sobra na ito!'],
  ['Sa totoo lang, masaya naman ako sa kasalukuyang panahon.', 'Masaya ako ngayon.'],
  [
    "I don't really like it, but at this point in time I can't leave.",
    "I don't really like it, but now I can't leave.",
  ],
  ['Basically, hindi ko nga alam kung bakit ako umiyak.', 'Hindi ko alam kung bakit ako umiyak.'],
  ['😭😭😭😭 miss na kita', '😭 miss na kita'],
  ['Umiyak na naman ako. Sorry talaga, hindi ko alam.', 'Umiyak na naman ako. Sorry, hindi ko alam.'],
  ['Just once, gabi gabi man, tumawag ka naman.', 'Just once, gabi gabi man, tumawag ka.'],
  // Words that carry the meaning stay.
  [
    'Hindi talaga ako galit. Not really. Thank you very much.',
    'Hindi talaga ako galit. Not really. Thank you very much.',
  ],
  ['Mina called at 10:30. Her number is 100 100 22.', 'Mina called at 10:30. Her number is 100 100 22.'],
  ['Talaga naman.', 'Talaga naman.'],
  ['Si Jun Jun, 5, 5, 10 ang grade. 5. 5.', 'Si Jun Jun, 5, 5, 10 ang grade. 5. 5.'],
])('tighter: %s', (text, right) => expect(tighter(text)).toBe(right))

it.each([
  [
    'grabe pagod na pagod na ko sa work tapos ang boss ko galit pa sa akin, gusto ko na mag resign pero si mama umaasa sa akin kc ako lng may trabaho d2 sa bahay nmn huhu!!',
    'grabe pagod na pagod na ko sa work tapos ang boss ko galit pa sa akin, gusto ko na mag resign pero si mama umaasa sa akin!',
  ],
  [
    'so ayun bumagsak ako sa math 2 ulit, nag study naman ako ng 3 days straight pero blank talaga ang utak ko sa exam, di ko alam paano sasabihin kay papa kasi siya ang nagbabayad ng tuition ko',
    'so ayun bumagsak ako sa math 2 ulit, nag study ako ng 3 days straight pero blank ang utak ko sa exam, di ko alam paano sasabihin kay papa',
  ],
  // A text that would lose only one word is returned unchanged.
  [
    'Masaya naman ako ngayon sa bago kong school, mababait ang mga kaklase ko dito!!',
    'Masaya naman ako ngayon sa bago kong school, mababait ang mga kaklase ko dito!!',
  ],
])('shorter: %s', (text, right) => expect(shorter(text)).toBe(right))

it('a long story keeps its most important sentences', () => {
  const story =
    'Nag-exam ako kanina. Mahirap ang exam. Kumain ako ng lugaw. Umulan buong hapon. Sana pumasa ako sa exam. Nakita ko si Ben. Natulog ako.'
  expect(shorter(story)).toBe(
    'Nag-exam ako kanina. Mahirap ang exam. Umulan buong hapon. Sana pumasa ako sa exam. Nakita ko si Ben.',
  )
  expect(shorter(`${story} Gusto ko nang mamatay. Umuwi ako.`)).toContain('Gusto ko nang mamatay.')
})

it.each([
  [
    'Subalit nais ko sanang ipaalam na mayroon akong problema.',
    'Pero gusto ko sanang ipaalam na meron akong problema.',
  ],
  ['I am not who I am. I do not know what it is.', "I'm not who I am. I don't know what it is."],
  ['u know kc d2 lng aq', 'you know kasi dito lang ako'],
  ['Please inform us regarding your assistance.', 'Please tell us about your help.'],
  ['Marahil ay uuwi na lamang ako upang magpahinga.', 'Siguro ay uuwi na lang ako para magpahinga.'],
  [
    'Dahil sa ulan, hindi ako pumasok dahil natatakot ako.',
    'Dahil sa ulan, hindi ako pumasok kasi natatakot ako.',
  ],
  ['I will purchase it. They are here, and so we are.', "I'll buy it. They're here, and so we are."],
  ['To whom it may concern: I apologize. It is raining.', "Hi: I'm sorry. It's raining."],
  ['Opo, salamat po. Batman ang bat na ito.', 'Opo, salamat po. Batman ang bat na ito.'],
  [
    'nagchat aq sa kanya knina pero seen lng, ang sakit dba? dq na kaya tlga',
    'nagchat ako sa kanya kanina pero seen lang, ang sakit di ba? di ko na kaya talaga',
  ],
  // A text with one changed spelling is returned unchanged.
  ['pagod na ako sa lahat nmn, bes', 'pagod na ako sa lahat nmn, bes'],
])('friendly: %s', (text, right) => expect(friendly(text)).toBe(right))

it.each([
  ['u know kc di q na alam gagawin q hahaha.', 'You know kasi hindi ko na alam gagawin ko.'],
  ['pls pakisabi nmn sa prof, salamat!!!', 'Please pakisabi naman sa prof, salamat!'],
  [
    "I can't go kasi may sakit ako. I'm sorry, it's been hard.",
    'I cannot go kasi may sakit ako. I am sorry, it has been hard.',
  ],
  ['Salamat sa lahat. Oo, pupunta ako.', 'Salamat po sa lahat. Opo, pupunta ako.'],
  ['Maraming salamat po sa inyo.', 'Maraming salamat po sa inyo.'],
  ['gonna be late, lol. wanna join?', 'Going to be late. Want to join?'],
  ['bat ka umiiyak sakin?! wag mo na yun gawin', 'Bakit ka umiiyak sa akin? Huwag mo na yun gawin.'],
  ["let's meet asap, ppl are waiting", 'Let us meet as soon as possible, people are waiting.'],
  ['huhu ang sakit 😭😭😭', 'Ang sakit 😭'],
  ['hahaha', 'Hahaha'],
  [
    'Yung kaibigan ko, yung mabait, alam niya yung gusto ko.',
    'Yung kaibigan ko, yung mabait, alam niya ang gusto ko.',
  ],
  ['s u k o na ako', 'S u k o na ako.'],
  ['San Juan is in @san_juan, idk what di means.', 'San Juan is in @san_juan, I do not know what di means.'],
  [
    'Grabe pagod na pagod na ko sa school. im lazy na mag aral lol. namimiss ko cya kahit nag text xa kahapon... di q alam kng bkt',
    'Pagod na pagod na ako sa school. I am lazy na mag-aral. Nami-miss ko siya kahit nag-text siya kahapon... hindi ko alam kung bakit.',
  ],
  [
    'hay nako ang daming assignment bes tapos wla pa akong tulog, may exam pa kami',
    'Ang daming assignment tapos wala pa akong tulog, may exam pa kami.',
  ],
  [
    'may crush ako sa bes ko pero grabe sya, may jowa na sya, hays ang sakit',
    'May crush ako sa bes ko, ngunit grabe siya, may jowa na siya, ang sakit.',
  ],
  ['higugma nako siya, kapoy na ko jud', 'Higugma nako siya, kapoy na ko jud.'],
])('professional: %s', async (text, right) => expect(await professional(text)).toBe(right))
