import { expect, it } from 'vitest'
import { speaksOfCrisis } from './crisis.ts'
import { crisis, exceptions, groups } from './phrases.ts'

const explicit = `
gusto ko na mamatay
gsto q na mamatay
gusto ko na pong mamatay talaga
gustong gusto ko nang mamatay
gusto kong magpakamatay
ayoko na mabuhay
Ayoko na. Pagod na akong mabuhay.
kms
I want to kill myself
i wanna die
i just really want to die rn
sana mamatay na lang ako
sana di na ako magising bukas
sana hindi na lang ako pinanganak
mas mabuti pang mamatay na lang ako
tatapusin ko na ang buhay ko mamayang gabi
gusto ko nang wakasan ang buhay ko
magpapakamatay na ako
naiisip ko na namang mag-suicide
mag suicide na lang kaya ako
naglaslas na naman ako kagabi
gusto kong saktan ang sarili ko
I can't stop cutting myself
i'm going to end it all tonight
I don't want to live anymore
I don’t wanna be alive
im better off dead
everyone would be better off without me
wala na akong dahilan para mabuhay
wala nang saysay mabuhay
gusto ko nang mawala sa mundong ito
g u s t o  k o  n a  m a m a t a y
s u i c i d e nalang siguro ako
gustokonamamatay
gusto ko na mag suic1de
I want to k*ll myself
w4nt to d1e
gusto ko na mamataaaay
gusto nq mmtay
gs2 q n mmatay
ayq na mabuhay
Lord kunin mo na ako
patayin niyo na lang ako
papatayin ko na sarili ko
iinumin ko lahat ng gamot ni mama
gusto kong tumalon sa tulay
I've been having suicidal thoughts again
suicidal na naman ako
thinking about ending my life
i wish i was dead
wish i was never born
wish I could fall asleep and never wake up
I want to overdose
nothing to live for
bakit buhay pa ako
Bakit pa ba ako pinanganak
magbibigti na lang ako
unalive myself
gusto ko na mag unalive
goodbye cruel world
gusto ko mamatay, ayoko na, hindi ko na kaya
hindi ko na kaya gusto ko na mamatay
di ko na gusto mabuhay
tired na ko mabuhay
gusto ko matulog at hindi na magising
gusto ko na lang matulog habambuhay
may iiyak ba pag namatay ako
ＧＵＳＴＯ ＫＯ ＮＡ ＭＡＭＡＴＡＹ
gu​sto ko na mama​tay
gústo ko na mámatay
gusto ko na mag pakamatay
k.m.s.
ayoko na, mamatay na lang ako
mag papakamatay nalang ako bukas
`
  .trim()
  .split('\n')

const ordinary = `
mamatay sa tawa tong video na to
mamamatay na ako sa kakatawa
patay gutom yang ex mo
patay na patay ako sa kanya
patayin mo na ang ilaw bago matulog
nakakamatay na tingin mo
namatay ang lola ko kahapon
namatay ang lola ko kahapon at ang sakit sakit
suicide awareness week sa school namin
nanood kami ng Suicide Squad
ayoko mamatay
ayokong mamatay nang hindi nakakapunta ng Japan
hindi ako magpapakamatay no
wag kang magpakamatay
gusto ko nang umuwi
pagod na ako sa trabaho
gusto ko mamatay sa hiya kanina
gusto ko na mamatay sa kilig
mabuhay ang bagong kasal
ayoko na. Mabuhay ang bagong kasal!
patay tayo kay sir
dead na ako sa joke mo
this homework is killing me
killing me softly with his song
i would die for you
I'd rather die than eat ampalaya
10 kms ang tinakbo ko kanina
tumakbo ako ng 5kms
my phone is dead
deadline ng thesis bukas huhu
gusto kong mamatay ang lahat ng ipis
gusto kong mawala ang galit ko sa kanya
ang sakit sakit, iyak lang ako nang iyak
galit na galit ako sa tatay ko
hiniwalayan ako ng jowa ko, ang lungkot
sana masaya ka na sa kanya
patay ang kuryente dito
may kaklase akong nagpakamatay last year
sabi niya gusto niyang mamatay
nag-suicide yung bida sa pelikula
i cut myself some slack
I almost died laughing
nagpapakamatay ako sa trabaho para sa pamilya
hindi ko kayang mabuhay nang wala ka
takot akong mamatay
i don't want to die
pinatay ko yung lamok
gusto ko na sumuko sa diet ko
tapusin ko na lahat ng assignments ko
sawa na ako sa ulam namin
kunin mo na yung gamit mo dito
Die With A Smile on repeat
gusto ko na lang matulog buong araw
ayokong gumising nang maaga
sana wala akong pasok bukas
I hurt myself playing basketball
nakakapagod mabuhay sa Maynila minsan
natalon ko yung pader
`
  .trim()
  .split('\n')

it.each(explicit)('offers help to who writes: %s', (text) => expect(speaksOfCrisis(text)).toBe(true))
it.each(ordinary)('leaves alone who writes: %s', (text) => expect(speaksOfCrisis(text)).toBe(false))

it('finds the words in the middle of a long text', () => {
  const day = 'Ang haba ng araw na to. Nagluto ako ng adobo, tapos umulan. '
  expect(speaksOfCrisis(day.repeat(300))).toBe(false)
  expect(speaksOfCrisis(`${day.repeat(150)}Gusto ko na mamatay.\n\n${day.repeat(150)}`)).toBe(true)
})

it('takes any text of the diary’s length, whatever stands in it', () => {
  for (const piece of [
    'gusto ',
    'gusto ko na ',
    'a',
    'na ',
    'm a m a ',
    'ko,',
    '*',
    '\n',
    'gustoko',
    '💔',
    '-',
    '.',
    '\u0301',
    'sana hindi na ',
  ])
    expect(speaksOfCrisis(piece.repeat(Math.ceil(20_000 / piece.length)))).toBe(false)
})

it('every group that a line names is there', () => {
  const named = [...crisis, ...exceptions].flatMap((line) => line.match(/[A-Z]{2,}/g) ?? [])
  expect([...new Set(named)].filter((name) => !(name in groups))).toEqual([])
})
