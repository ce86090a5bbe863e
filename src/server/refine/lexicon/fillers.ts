import { listed } from './listed.ts'
import { readPhrases } from '../phrases.ts'

/** Fillers. The sentence means the same without them. */
export const fillers = readPhrases(`
you know =
i mean =
to be honest, tbh =
if i'm being honest =
honestly, literally, basically, actually =
really, very, just =
kind of, sort of =
at the end of the day =
needless to say =
as a matter of fact =
in my opinion, in my humble opinion =
talaga, nga, naman, kumbaga =
sa totoo lang, sa totoo lang naman, to tell you the truth =
eh kasi =
alam mo yun, alam mo 'yun, alam mo yung, alam mo naman =
parang ano, yung ano, 'yung ano =
ika nga =
`)

/** Next to these a filler carries meaning: not really, wala naman, very much, just now. */
export const holdsBefore = listed(
  "not no never don't doesn't didn't isn't wasn't aren't can't won't hardly hindi di 'di wala walang huwag wag ayaw ayoko oo bakit ano sana sabi kaya only so the a at this that's it's",
)
export const holdsAfter = listed(
  'much many little few few like now in as because since one once right enough same',
)

/** Pairs with a meaning of their own: na naman, again. */
export const heldTogether = new Set(['na naman', 'nga pero', 'nga lang', 'pa nga'])

export const wordy = readPhrases(`
due to the fact that, owing to the fact that, because of the fact that = because
in spite of the fact that, despite the fact that = although
in order to = to
at this point in time, at the present time, at this moment in time = now
in the event that = if
a large number of, a great number of = many
each and every = every
first and foremost = first
in the near future = soon
on a daily basis = daily
for the purpose of = for
with regard to, with respect to, in relation to = about
has the ability to, have the ability to = can
until such time as = until
dahil sa kadahilanang, sa kadahilanang = dahil
sa kasalukuyang panahon, sa kasalukuyan, sa mga oras na ito = ngayon
sa lalong madaling panahon = agad
sa kabila ng katotohanang = kahit
sa pamamagitan ng paggamit ng = gamit ang
kung sakaling, kung sakali mang = kung
para sa layuning = para
`)
