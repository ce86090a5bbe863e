import { expect, it } from 'vitest'
import { speaksOfAbuse } from './abuse.ts'

const told = `
binubugbog ako ng tatay ko
Binugbog na naman ako ni papa kagabi, may pasa ako sa braso
lagi akong sinasaktan ng asawa ko
sinasaktan ako ng stepdad ko pag lasing
sinampal ako ng nanay ko sa harap ng lahat
sinapak niya ako tapos sinabunutan
sinakal ako ng kinakasama ko
binugbog ng tatay ko si mama kanina
sinasaktan ng papa ko ang kapatid ko
hinipuan ako ng tito ko nung bata ako
hinihipuan niya ako tuwing gabi
minolestya ako ng pinsan ko
ginahasa ako
na-rape ako ng kapitbahay namin
hinawakan niya ako sa maselan na parte
hinahawakan ng tito ko ang katawan ko kahit ayaw ko
pinipilit niya akong makipagsex
pinilit ako ng boyfriend ko mag send ng nudes
pinaghuhubad niya ako sa video call
hinihingan niya ako ng nudes araw araw
ikakalat daw niya yung nudes ko
ipopost daw niya mga pictures ko pag nakipagbreak ako, may video pa ko
binablackmail ako ng ex ko
papatayin daw niya ako kapag umalis ako
pinagbubuhatan ako ng kamay ng mister ko
minamaltrato kami ng amo ko
abusado ang tatay ko
nambubugbog yung asawa ko
pinapalo ako ng papa ko ng sinturon hanggang dumugo
inaabuso ako ng stepfather ko
my dad hits me when he is drunk
my father beats my mom every weekend
he hits me and says sorry after
my boyfriend choked me last night
my uncle touched me when i was eight
my stepdad keeps touching my thigh
i was raped
I am being abused at home
i've been molested by my cousin
he forces me to have sex even if i say no
she slapped me again
my ex threatened to leak my nudes he will post my pictures
my teacher groped me
he makes me send nudes
`

const ordinary = `
sinaktan ako ng crush ko, ang sakit
nasaktan ako sa sinabi niya
binugbog kami sa ML kanina haha
binugbog ako ng exam
sinampal ako ng katotohanan
sinasakal ako ng deadlines at trabaho
hindi ako sinasaktan ng tatay ko
di naman niya ako sinasaktan
hindi ako binubugbog ng asawa ko
sinuntok ko yung pader
sinapak ko siya
papatayin ako ni mama pag bumagsak ako
papatayin ako ng thesis na to
ang sakit ng ulo ko, nananakit ang likod ko
natouch ako sa message mo
that song hits me hard
this scene touched me so much
he hit me up on messenger
my boss beat me to the office
it hits me every night that she is gone
tinatakot ako ng pelikula
natatakot ako sa exam
hinihingan ako ng pera ng kapatid ko
pinipilit niya akong kumain
pinipilit ako ni mama mag nursing
iniwan niya ako
galit sa akin ang tatay ko
pinagalitan ako ni mama
napagod ako kakahampas sa drums
hinampas ako ng alon
nirape yung bida sa pelikula
may binugbog daw sa kanto
gusto ko siyang sapakin
sobrang nakakasakal yung relasyon namin
my dad hits the gym every day
my teacher touches on hard topics
sana mahalin niya ako
nag away kami ng jowa ko
sinabunutan ko yung doll
niloko ako ng asawa ko
`

const rows = (text: string) => text.trim().split('\n')

it.each(rows(told))('abuse is heard in: %s', (text) => expect(speaksOfAbuse(text)).toBe(true))
it.each(rows(ordinary))('no abuse is heard in: %s', (text) => expect(speaksOfAbuse(text)).toBe(false))

it('abuse is heard in the middle of a long text, and any text is read quickly', () => {
  const day = 'Ang haba ng araw na to. Nagluto ako ng adobo, tapos umulan. '
  expect(speaksOfAbuse(day.repeat(300))).toBe(false)
  expect(speaksOfAbuse(`${day.repeat(150)}Binubugbog ako ng tatay ko.\n${day.repeat(150)}`)).toBe(true)
  for (const piece of [
    'ako ',
    'ng ',
    'binugbog ',
    'sinasaktan ',
    'he ',
    'hit ',
    'hinawakan ',
    'i am being ',
    'a',
    '.',
    '\n',
    '💔',
    'ako binugbog ',
  ])
    speaksOfAbuse(piece.repeat(20_000 / piece.length))
})
