import { fold } from '../fold.ts'

const kin =
  '(?:tatay|papa|daddy|dad|ama|itay|nanay|mama|mommy|mom|ina|inay|tito|tita|tiyo|tiyuhin|lolo|lola|kuya|ate|pinsan|stepdad|stepfather|stepmom|amain|asawa|mister|misis|husband|wife|kinakasama|live ?in|partner|boyfriend|girlfriend|bf|gf|jowa|ex|boss|amo|teacher|prof|coach|pastor|kapitbahay|father|mother|uncle|brother|kapatid|anak|magulang|parents|family|pamilya)'
/** Blows: binugbog, binubugbog, and sabunutan as sinabunutan. */
const blows = 'bugbog suntok sapak sampal sabunot sabunut sakal tadyak gulpi hampas paso kulata'
  .split(' ')
  .flatMap((root) => [root, root.slice(0, 2) + root].map((form) => `${form[0]}in${form.slice(1)}(?:an)?`))
const beat = `(?:${blows.join('|')}|nabugbog|minaltrato|minamaltrato|pinagbubuhatan|pinagbuhatan|nilatigo|nilalatigo)`
const touch =
  '(?:hinipuan|hinihipuan|hinipo|hinihipo|minolestya|minomolestya|namomolestya|mino?molest\\w*|molested|ginahasa|ginagahasa|gagahasain|narape|nirape|nirarape|na rape|rinape|hinalay|hinahalay|pinagsamantalahan|sexually (?:abused|assaulted|harassed)|groped|raped|binaboy|binababoy)'
const by = '(?:ng|ni|nina|nila|niya|nya|ninyo|sakin|sa akin)'
const mine = '(?:ako|akong|kami|kaming|me|us)'
const family =
  '(?:nanay|mama|mommy|kapatid|ate|kuya|bunso|anak|mga anak|mom|mother|sister|brother|children|kids|pinsan|lola)'
const home =
  '(?:tatay|papa|daddy|dad|ama|nanay|mama|stepdad|stepfather|amain|tito|asawa|mister|husband|kinakasama|live ?in|magulang|kuya|lolo)'
const gap = '(?: \\w+){0,3} '

/** Lines of folded words about the writer, or about the writer's family. */
const lines = [
  `${beat}(?: (?:na|nga|po|pa|kasi|talaga|lagi|palagi|ulit|naman|lang|din|rin|niya|nya|nila|daw|raw))* ${mine}`,
  `${beat} ${by}(?: \\w+){0,3} ${kin}(?: ko)?${gap}${mine}`,
  `${mine}${gap}${beat} ${by}`,
  `${beat} (?:ng|ni|niya|nya) (?:\\w+ ){0,3}(?:ang|si|yung|ung) (?:${family}|kanyang anak)`,
  `(?:sinasaktan|sinaktan|nananakit|sasaktan|pinapalo|pinalo) (?:\\w+ ){0,2}${mine} (?:physically|pisikal|lagi (?:ng|ni)|ng|ni) ?(?:\\w+ ){0,2}${home}`,
  `(?:sinasaktan|sinaktan) (?:\\w+ ){0,2}(?:ng|ni|niya|nya) (?:\\w+ ){0,3}${family} ko`,
  `${mine}(?: \\w+){0,3} (?:sinasaktan|sinaktan|pinapalo) (?:ng|ni) (?:\\w+ ){0,2}${home}`,
  `(?:nananakit|nambubugbog|namumugbog|mapanakit|abusado|abusive|bayolente|violent) (?:\\w+ ){0,3}${kin}`,
  `${kin}(?: \\w+){0,3} (?:nananakit|nambubugbog|namumugbog|abusive|abusado)`,
  `${touch}(?: (?:na|niya|nya|po|nga|ulit|pa|kasi|nila))* ${mine}`,
  `${mine}(?: \\w+){0,4} ${touch}`,
  `${touch} ${by} (?:\\w+ ){0,3}(?:ang|si|yung)? ?(?:${family} ko|${kin})`,
  `(?:hinahawakan|hinawakan|tinatouch|hinihimas|hinimas) (?:niya |nya |ng \\w+ (?:\\w+ )?)?${mine} (?:sa )?(?:maselan|private|dibdib|hita|baba|ari|katawan)`,
  `(?:hinahawakan|hinawakan|hinihimas|hinimas|hinihipuan|hinipuan)(?: \\w+){0,5} (?:maselan|private part|privates|dibdib ko|hita ko|ari ko|katawan ko)`,
  `(?:pinipilit|pinilit|pinupwersa|pinwersa) (?:niya |nya |nila |ng \\w+ (?:\\w+ )?)?${mine}(?: \\w+){0,6} (?:makipagsex|makipag sex|makipagtalik|sex|maghubad|mag hubad|magsend|nudes?|hawakan|gawin yun)`,
  `(?:pinaghuhubad|pinapahubad|hinuhubaran|hinubaran) (?:niya |nya |nila |ng \\w+ (?:\\w+ )?)?${mine}`,
  `(?:hinihingan|hiningan|pinagsesend|pinapasend) (?:niya |nya |nila |ng \\w+ (?:\\w+ )?)?${mine}(?: \\w+){0,3} (?:nudes?|hubad)`,
  `(?:ikakalat|ipapakalat|ikinalat|ipopost|ilalabas|iupload|ikakalat daw)(?: \\w+){0,4} (?:nudes?|video|pictures?|pics|larawan|scandal)(?: \\w+){0,2} ko`,
  `(?:binablackmail|bina blackmail|pinagbabantaan|(?:papatayin|sasaksakin) (?:daw|raw)) (?:niya |nya |nila |ng \\w+ (?:\\w+ )?)?${mine}`,
  `(?:he|she|they|dad|father|mom|mother|stepdad|stepfather|uncle|husband|wife|boyfriend|girlfriend|bf|gf|brother|boss|teacher|coach|parents) (?:\\w+ ){0,3}(?:hits?|beats?|beat|punche[sd]|slaps?|slapped|chokes?|choked|kicks?|kicked|abuses?|abused|molest(?:s|ed)|rape[sd]?|raped|threatens to kill|threw) (?:up )?(?:me|us|my mom|my mother|my sister|my brother|my kids|my children)`,
  `(?:i am|im|i was|ive been|i got|been|being|getting) (?:being |getting |always |constantly )*(?:abused|beaten|molested|raped|groped|sexually \\w+|choked|slapped|blackmailed)`,
  `(?:touches|touched|touching|gropes|groped|fondles|fondled) (?:me|my (?:private|chest|breast|thigh|body))`,
  `(?:forces|forced|forcing|makes|pressures|pressured) me(?: \\w+){0,3} (?:sex|naked|undress|nudes?|touch)`,
  `(?:he|she|they|someone|ex)(?: \\w+){0,4} (?:leak|post|spread|share|send)(?:s|ing)? my (?:nudes?|pics|pictures|photos|videos?)`,
  `(?:inaabuso|inabuso|binaboy|minamaltrato|sexually abused) (?:niya |nya |nila )?(?:na )?${mine}|${mine} (?:ay )?(?:inaabuso|inabuso|biktima ng (?:pang ?aabuso|rape|molestya))`,
] as const

/** The same words in a joke, a game, of things, or told as not happening. */
const ordinary = [
  `${beat}(?: \\w+){0,3} (?:ng|sa|by) (?:katotohanan|realidad|reality|buhay|exams?|thesis|quiz|math|trabaho|acads|schedule|ulan|init|lamig|alon|hangin|traffic|presyo|bills?|deadlines?|kape|antok|gutom|life|ml|ranked|boss fight|kalaban|enemy|halaman|pusa|aso)`,
  `(?:hindi|di|never|not|wala|walang)(?: \\w+){0,2} (?:${beat}|${touch}|sinasaktan|nananakit|hits?|abused|touches)`,
  `(?:in|sa|nung|noong|while) (?:ml|game|laro|valo|dota|codm|movie|pelikula|palabas|series|panaginip|dream|libro|kanta|boxing|muay ?thai|sparring)`,
  `(?:beat|beats|beating|hits|hit|slaps|slap|kicks|punches) (?:me|us) (?:at|in|to|up$|up (?:on|with|in|when|if)|with (?:a )?(?:pillow|news|questions|feels)|different|hard|sa)`,
  '(?:song|beat|lyrics|kanta|movie|line|realization|nostalgia|truth|joke|weather|traffic|it|that|this) (?:\\w+ )?(?:hits|slaps|touches|touched|kicks)',
  'touch(?:ed|es) (?:me|my (?:heart|soul)) (?:deeply|so much|talaga)',
] as const

const says = new RegExp(`\\b(?:${lines.join('|')})\\b`)
const saysOrdinarily = new RegExp(`\\b(?:${ordinary.join('|')})\\b`)

/**
 * Whether a text tells that its writer, or somebody in the writer's family, is beaten, molested, forced or threatened: Tagalog, English or
 * mixed. Judges sentence by sentence, in linear time.
 */
export function speaksOfAbuse(text: string): boolean {
  return text
    .split(/[.!?;\n]+/)
    .map((sentence) => fold(sentence))
    .some((words) => says.test(words) && !saysOrdinarily.test(words))
}
