import { listed } from './listed.ts'
import { readPhrases } from '../phrases.ts'

export const fullForms = readPhrases(`
don't = do not
doesn't = does not
didn't = did not
can't = cannot
couldn't = could not
won't = will not
wouldn't = would not
shouldn't = should not
isn't = is not
aren't = are not
wasn't = was not
weren't = were not
haven't = have not
hasn't = has not
hadn't = had not
i'm = I am
i've = I have
i'll = I will
you're = you are
you've = you have
you'll = you will
we're = we are
we've = we have
we'll = we will
they're = they are
they've = they have
they'll = they will
it'll = it will
let's = let us
it's been = it has been
it's = it is
that's = that is
there's = there is
what's = what is
he's been = he has been
she's been = she has been
gonna = going to
wanna = want to
i gotta = I have to
gotta = have to
kinda = kind of
lemme = let me
gimme = give me
dunno = don't know
kelan = kailan
~na ko, na 'ko = na ako
~pa ko = pa ako
kelangan = kailangan
pano, panu = paano
kasi nga = dahil
di ako = hindi ako
di ko = hindi ko
di na = hindi na
di pa = hindi pa
di ba = hindi ba
kaso = ngunit
meron = mayroon
ganon, ganun = ganoon
kids = children
get in touch = contact
hi guys = good day, everyone
<yung, <'yung = ang
nung, 'nung = noong
dun = doon
dyan, d'yan = diyan
?di, 'di = hindi
?wag, 'wag = huwag
?san = saan
sakin, sa'kin = sa akin
satin = sa atin
samin = sa amin
sayo, sa'yo = sa iyo
kesa = kaysa
tsaka = saka
pwede, puwede = maaari
pwedeng, puwedeng = maaaring
pero = ngunit
`)

/** Written laughter. A formal letter leaves it out. */
export const laughter =
  /^(?:(?:ha){2,}h?|(?:he){2,}h?|(?:hi){2,}h?|lol|lmao|lmfao|rofl|char|chos|charot|charlang)$/

/** Written crying and calls of surprise. */
export const cries =
  /^(?:(?:hu){2,}h?|hays+|haist|hayst|haynako|haynaku|omg|omygod|jusko|hala|ugh+|argh+|hmp+h?|yay+)$/
export const sighs = listed('nako naku')
/** Forms of address between friends. With an article or an owner they mean a person: ang bes ko. */
export const callings = listed('bes besh beshie bestie')
export const owned = listed('ang ng si sa mga na ko mo niya nya kong mong niyang my your the ni kay best')
/** After `grabe` these make it the predicate: grabe siya. */
export const saysGrabe = listed(
  'siya sila ka kayo ako na naman talaga ito to yan yun yung pa din rin lang ba nga kung',
)

/** Words that take `po` when the sentence has none: `pasensya na po`, not `pasensya po na`. */
export const courtesies = readPhrases(`
maraming salamat = maraming salamat po
salamat = salamat po
magandang umaga = magandang umaga po
magandang hapon = magandang hapon po
magandang gabi = magandang gabi po
magandang araw = magandang araw po
paumanhin = paumanhin po
pasensiya na = pasensiya na po
pasensiya = pasensiya po
pasensya na = pasensya na po
pasensya = pasensya po
oo = opo
`)
