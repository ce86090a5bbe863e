import { expect, it } from 'vitest'
import { bullets } from './bullets.ts'
import { emoji } from './emoji.ts'
import { longer } from './longer.ts'
import { summarize } from './summarize.ts'

it.each([
  [
    'Unang araw ko sa trabaho ngayon. Kinakabahan ako kasi wala akong kilala. Mabait ang boss ko. Binigyan niya ako ng maraming trabaho. Umuwi ako nang gabi na. Pagod ako sa trabaho pero masaya.',
    'Unang araw ko sa trabaho ngayon. Pagod ako sa trabaho pero masaya.',
  ],
  [
    'My exam was today. I studied for the exam all week. The exam was long. My dog slept. I think I passed the exam.',
    'My exam was today. I think I passed the exam.',
  ],
  // A sentence about crisis is never left out.
  [
    'Umulan kanina. Nagluto ako ng adobo. Masarap ang adobo. Gusto ko nang mamatay. Natulog ako nang maaga.',
    'Nagluto ako ng adobo. Gusto ko nang mamatay.',
  ],
  [
    'Nag-away kami ni Mama. Galit si Mama sa akin. Kumain ako ng pancit. Umulan.',
    'Nag-away kami ni Mama. Galit si Mama sa akin.',
  ],
  // A run-on sentence is shortened to its most important clauses.
  [
    'grabe pagod na pagod na ko sa work tapos ang boss ko galit pa sa akin, gusto ko na mag resign pero si mama umaasa sa akin kc ako lng may trabaho d2 sa bahay nmn huhu!!',
    'grabe pagod na pagod na ko sa work, gusto ko na mag resign pero si mama umaasa sa akin!',
  ],
  [
    'Kung hindi lang dahil sa anak ko, wala na ako dito, pero kailangan kong lumaban kasi siya na lang ang meron ako, kaya nagtatrabaho ako araw gabi kahit pagod na',
    'Kailangan kong lumaban, nagtatrabaho ako araw gabi kahit pagod na',
  ],
  [
    'bakit ba ganito, lagi na lang ako ang mali sa bahay!!! si kuya nakapasa lang sa exam may handa na, ako honor student wala man lang congrats, tapos pag may nasira ako agad ang sinisisi, gusto ko na lang umalis dito minsan',
    'bakit ba ganito, lagi na lang ako ang mali sa bahay! si kuya nakapasa lang sa exam may handa na, gusto ko na lang umalis dito minsan',
  ],
  [
    'Namatay si lola. Sana makasama ko pa siya kahit isang araw lang. Hindi ko na siya nayakap kasi nasa Manila ako noon at walang pamasahe.',
    'Namatay si lola.',
  ],
  [
    'Dear diary today i went to mall with my friends then we ate at jollibee and then nakita ko si crush kasama ung jowa nya, ang sakit sakit pero ok lng move on na siguro',
    'Dear diary today i went to mall with my friends, nakita ko si crush kasama ung jowa nya, ang sakit',
  ],
  [
    'Ang init ngayon sa Cebu, pero masaya ako kasi nakauwi na si papa',
    'Ang init ngayon sa Cebu, pero masaya ako kasi nakauwi na si papa',
  ],
  ['Honestly, pagod ako. Uuwi na talaga ako.', 'Pagod ako. Uuwi na ako.'],
  [
    'nawala ang aso ko\nhinanap namin ang aso buong gabi\nkumain muna kami\nbumalik ang aso',
    'nawala ang aso ko\nhinanap namin ang aso buong gabi',
  ],
  ['Pagod ako.', 'Pagod ako.'],
  ['😭😭😭', '😭'],
])('summarize: %s', (text, right) => expect(summarize(text)).toBe(right))

it.each([
  ['Pagod ako. Gutom ako! Uuwi na ba ako?', '• Pagod ako.\n• Gutom ako!\n• Uuwi na ba ako?'],
  ['pagod na ako. gusto ko umuwi', '• pagod na ako.\n• gusto ko umuwi'],
  [
    'Hindi ko alam ang gagawin ko sa buhay ko ngayon, pero susubukan ko ulit bukas, kasi kailangan.',
    '• Hindi ko alam ang gagawin ko sa buhay ko ngayon\n• pero susubukan ko ulit bukas\n• kasi kailangan.',
  ],
  ['- gatas\n- tinapay\n3. itlog', '- gatas\n- tinapay\n3. itlog'],
  ['Grabe! 😭 Ayoko na.', '• Grabe! 😭\n• Ayoko na.'],
  [
    'Dr. Santos said rest. I will, at 3.50 p.m. sharp.',
    '• Dr. Santos said rest.\n• I will, at 3.50 p.m. sharp.',
  ],
  ['una\n\nikalawa\n', '• una\n• ikalawa'],
  ['Okay lang... siguro', '• Okay lang... siguro'],
])('bullets: %s', (text, right) => expect(bullets(text)).toBe(right))

it.each([
  ['Masaya ako ngayon.', 'Masaya ako ngayon. 😊'],
  ['Nakapasa ako sa board exam! Salamat sa lahat.', 'Nakapasa ako sa board exam! 🎉 Salamat sa lahat. 🙏'],
  ['Umiyak ako kagabi.\nSana okay na bukas.', 'Umiyak ako kagabi. 😢\nSana okay na bukas.'],
  ['I am so tired of this commute', 'I am so tired of this commute 😮‍💨'],
  ['Naiinis ako, nakakainis siya. Galit ako.', 'Naiinis ako, nakakainis siya. 😤 Galit ako.'],
  ['Mahal kita. Ang mahal ng gasolina.', 'Mahal kita. 💛 Ang mahal ng gasolina.'],
  // A denied, wished or mixed mood gets no happy emoji.
  ['Hindi ako masaya.', 'Hindi ako masaya.'],
  ['Sana masaya ka na. I was never happy.', 'Sana masaya ka na. I was never happy.'],
  ['Masaya ang party pero iniwan niya ako.', 'Masaya ang party pero iniwan niya ako. 😢'],
  ['Malungkot ako. Masaya sila.', 'Malungkot ako. 😢 Masaya sila.'],
  [
    'Paalam muna, mahal ko kayo. Bumagsak man ako, proud pa rin ako.',
    'Paalam muna, mahal ko kayo. Bumagsak man ako, proud pa rin ako. 🤍',
  ],
  ['Masaya na ako 😊', 'Masaya na ako 😊'],
  ['Namatay si Lola kahapon. Masaya kami dati.', 'Namatay si Lola kahapon. Masaya kami dati. 🤍'],
  [
    'Ayoko nang mabuhay. Salamat sa lahat, mahal ko kayo.',
    'Ayoko nang mabuhay. Salamat sa lahat, mahal ko kayo. 🤍',
  ],
])('emoji: %s', (text, right) => expect(emoji(text)).toBe(right))

const heavy = 'Nagsimula ito noong …\nAng pinakamabigat na bahagi nito ay …\nAng kailangan ko ngayon ay …'
const light = 'Nangyari ito noong …\nAng pinakagusto ko rito ay …\nGusto kong maalala na …'
it.each([
  ['Pagod na ako.', heavy],
  ['Malungkot ako kasi walang kausap 😭', heavy],
  ['Masaya ako ngayon!', light],
  ['Nakapasa ako sa board exam!', light],
  [
    'Nakita ko siya kanina sa jeep.',
    'Nagsimula ito noong …\nAng naramdaman ko ay …\nAng gusto kong mangyari ay …',
  ],
  [
    'I am so tired of everything.',
    'It started when …\nThe hardest part of this is …\nWhat I need right now is …',
  ],
  [
    'I was happy with her today.',
    'It happened when …\nWhat I like most about it is …\nI want to remember that …',
  ],
  ['She came to the house.', 'It started when …\nWhat I felt was …\nWhat I would like to happen is …'],
  [
    'Gusto ko nang mamatay.',
    'Ang pinakamabigat sa akin ngayon ay …\nAng taong puwede kong makausap tungkol dito ay …\nAng makakatulong sa akin ngayong gabi ay …',
  ],
])('longer leaves the words to the writer: %s', (text, starters) =>
  expect(longer(text)).toBe(`${text}\n\n${starters}`),
)
