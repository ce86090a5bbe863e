import { fold } from '../../../shared/fold.ts'

/** What a message in care mode is about, by its own words. Reads only, and decides nothing about danger by itself. */
export type Situation =
  | 'now'
  | 'method'
  | 'denial'
  | 'refusal'
  | 'told'
  | 'bot'
  | 'angry'
  | 'thanks'
  | 'night'
  | 'quiet'
  | 'alone'
  | 'company'
  | 'safe'
  | 'tears'
  | 'why'
  | 'lost'
  | 'burden'
  | 'wake'
  | 'sleepless'
  | 'listen'
  | 'light'

const means =
  '(?:gamot|pills?|tableta|tablets?|lason|zonrox|bleach|blade|kutsilyo|cutter|labaha|knife|baril|gun|lubid|rope|belt|tali|noose)'
const weapon = '(?:lason|zonrox|bleach|blade|kutsilyo|cutter|labaha|knife|baril|gun|lubid|rope|noose)'
const calling =
  '(?:tawag\\w*|tumawag|tatawag|tawagan|call\\w*|numero|hotline|linya|load|sumasagot|sasagot|magsabi|sabihin|magkwento|text)'
const unable =
  '(?:ayoko|ayaw|ayokong|hiya\\w*|nahihiya|nakakahiya|takot\\w*|natatakot|wala|walang|hindi|di|cant|dont|wont|no|not|scared|afraid|shy|ashamed)'
/** Words between two that belong together. Bounded: hostile texts cost no time. */
const near = '(?: \\w+){0,4} '

const took =
  '(?:uminom|nainom|ininom|nakainom|nilaklak|lumaklak|linaklak|nilunok|lumunok|took|taken|swallowed|drank)'
const soon = new RegExp(
  `\\b(?:${took}${near}${means}|${means}${near}(?:ininom|nilunok|nilaklak)|(?:may|have|katabi)${near}${means}|ngayon na|right now|mamaya na|mamayang gabi|ngayong gabi|tonight|gagawin ko na|itutuloy ko na|doing it|this is it|huling mensahe|last message)\\b`,
)

/** Whether words of crisis also tell of a time or of means at hand. */
export const isSoon = (text: string): boolean => soon.test(fold(text))

/** The first that fits decides. */
const patterns: readonly (readonly [Situation, string])[] = [
  [
    'now',
    `${took}${near}(?:lahat|all|marami|maraming|madami|sobra|bottle|bote|banig|lason|zonrox|bleach)|naoverdose|overdosed|(?:may|have|katabi|kinuha|kukunin|got)${near}${weapon}|(?:hawak|holding|nasa harap|in my hand)${near}${means}|${means}${near}(?:hawak|in my hand|sa kamay)` +
      `|(?:nasa|andito|nandito|on|at|standing)${near}(?:rooftop|bubong|tulay|riles|ledge|bridge|tracks|balcony)` +
      '|nagdurugo|dumudugo|nagdudugo|duguan|bleeding|naglaslas na|nilaslas ko|i cut (?:myself|my)',
  ],
  [
    'method',
    '(?:paano|pano|how|anong|ano|ilang|ilan|which|what)(?: \\w+){0,6} (?:mamatay|magpakamatay|pagpapakamatay|die|suicide|kill|painless|overdose|magbigti|maglaslas|hindi masakit|walang sakit)',
  ],
  [
    'denial',
    '(?:jok(?:e|es|ing)|jk|char|charot|chos|eme|biro|nagbibiro|kidding|hindi ko (?:naman )?(?:gagawin|itutuloy|sinasadya)|di ko (?:naman )?(?:gagawin|itutuloy)|wont do it|not going to|okay na ako|ok na ako|ok na ko|okay na ko|ok(?:ay)? lang ako|im (?:fine|ok|okay|good)|(?:wag|huwag) (?:ka )?(?:nang |na )?(?:mag ?alala|oa)|dont worry|kalma na|magaan na|better na|hindi na ako ganon)',
  ],
  [
    'refusal',
    `${unable}${near}${calling}|${calling}${near}${unable}|no load|walang load|out of load|busy (?:ang|yung) (?:linya|line)`,
  ],
  [
    'told',
    '(?:sasabihin mo|isusumbong|magsusumbong|isumbong|malalaman|makakarating|nababasa|mababasa|will you tell|who can see|who reads|police|pulis|confidential|private ba)',
  ],
  [
    'bot',
    '(?:bot|tao|robot|ai|totoo|real|human) (?:ka|ba|you)|are you (?:a |an )?(?:bot|real|human|ai|person)|sino ka|who are you',
  ],
  [
    'angry',
    '(?:wala kang|walang) (?:kwenta|kuwenta|silbi|alam|pake)|puro (?:ka|kayo)|paulit ?ulit|useless|annoying|nakakainis|kainis|bwisit|buset|(?:tang|putang)ina mo|gago ka|stupid|stop (?:saying|repeating)|script|tigilan mo|shut up|tumahimik ka|galit ako sa (?:yo|iyo)',
  ],
  ['thanks', 'salamat|thanks|thank you|thank u|ty|tysm|slmt|maraming salamat'],
  [
    'night',
    'good ?night|goodnyt|gnight|gn|nyt|(?:tulog|matutulog|pahinga|magpapahinga) (?:na|muna) (?:ako|ko)|matutulog na|bye|babay|paalam|alis na (?:ako|ko)|aalis na|gtg|logout|sleep na',
  ],
  [
    'wake',
    '(?:gisingin|gigisingin|istorbo\\w*|abalahin|maabala|(?:tulog|natutulog) na (?:si|sila|siya|sya|lahat)|natutulog na|(?:wake|disturb|bother) (?:him|her|them|my|anyone|anybody))',
  ],
  ['burden', 'pabigat|abala (?:lang )?ako|nakakaabala|burden|kasalanan ko|sorry|pasensya|my fault'],
  [
    'sleepless',
    '(?:hindi|di|hirap)(?: \\w+){0,3} (?:makatulog|nakatulog|matulog)|cant sleep|insomnia|gising pa',
  ],
  [
    'alone',
    'mag ?isa (?:lang |na )?(?:ako|ko)|ako lang|wala (?:akong |naman )?kasama|alone|by myself|nobody is|no one is',
  ],
  [
    'company',
    '(?:kasama ko|katabi ko|nandito si|andito si|nandito ang|may kasama) ?|(?:is|are) (?:here )?with me',
  ],
  ['tears', '(?:na|um|umi|nag|naga)?iiyak\\w*|umiyak|naiyak|luha|(?:im |i am |keep )?crying|i cried'],
  [
    'lost',
    '(?:hindi|di) ko (?:na |po |talaga )?alam|(?:anong|ano(?: ba)?(?: ang)?|ano na) gagawin ko|dont know|what (?:do|should|can) i do|di ko gets|nalilito|magulo|ang gulo',
  ],
  ['why', 'bakit|why'],
  [
    'listen',
    'sakit|masakit|bigat|mabigat|pagod|pagod na|kapagod|lungkot|malungkot|takot|natatakot|hirap|mahirap|galit|ayoko|kaya|iniwan|niloko|nawala|namatay|away|nag ?away|stress\\w*|anxious|sad|tired|hurt\\w*|lonely|scared|afraid|hay|hays|haist|walang|wala|nobody|hopeless|tulong|help|miss|break|breakup|bagsak|utang|problema|empty|numb|manhid|ayaw|hate|cant',
  ],
]

const compiled = patterns.map(([situation, lines]) => [situation, new RegExp(`\\b(?:${lines})\\b`)] as const)

export function situationOf(text: string): Situation {
  const words = fold(text)
  if (/^(?:k|ok|okay|h?m+|ewan|idk|wala lang|lol|ha(?:ha)+|)$/.test(words)) return 'quiet'
  return compiled.find(([, pattern]) => pattern.test(words))?.[0] ?? 'light'
}

const close =
  '(?:kaibigan|friend|bestfriend|best ?friend|bff|kapatid|ate|kuya|bunso|pinsan|kaklase|classmate|jowa|bf|gf|boyfriend|girlfriend|asawa|mama|papa|nanay|tatay|anak|tropa|roommate|brother|sister|mom|dad|cousin)'
const wishes =
  '(?:mag(?:pa)?pakamatay|magsuicide|suicidal|maglaslas|naglalaslas|(?:saktan|sinasaktan) (?:niya |nya )?(?:ang |yung )?sarili (?:niya|nya)|(?:kill|hurt|cut)(?:ing)? (?:himself|herself|themselves)|(?:ayaw|gusto) (?:na(?:ng)? )?(?:(?:niya|nya|niyang|nyang|raw|daw) )*(?:mabuhay|mamatay|mawala)|wants? to die)'
const ofOther = new RegExp(
  `\\b(?:${close}(?: \\w+){0,6} ${wishes}|${wishes}(?: \\w+){0,3} (?:si|ang|yung|ung|ng) (?:\\w+ ){0,2}${close})\\b`,
)

/** Whether a text tells that somebody close to the writer wishes to die. */
export const speaksOfOther = (text: string): boolean =>
  text.split(/[.!?;\n]+/).some((sentence) => ofOther.test(fold(sentence)))

const safely =
  /\b(?:(?:i?bini(?:gay|taw\w*)|tinapon|naitabi|itinabi|nilayo|inilayo|binaba|nabuksan|nakalayo|lumayo|lumabas) (?:ko )?na|kasama ko|katabi ko|nasa (?:er|ospital|hospital)|ambulan\w*|tinawagan ko|tumawag na|natawagan|nakausap ko|ligtas (?:na )?(?:ako|ko)|(?:tulog|umalis|wala) na (?:siya|sya)|(?:im|i am) safe|gave it to|threw it|put it (?:down|away)|called)\b/

/** Whether a message tells that the danger has passed. */
export const tellsOfSafety = (text: string): boolean => {
  const words = fold(text)
  return safely.test(words) && !/\b(?:hindi|di|not|wala (?!na s))\b/.test(words)
}

const yes =
  /^(?:oo|opo|oho|uu|ou|yes|yup|yep|yeah|meron|mayroon|may|andito|nandito|kasama|minsan|lagi|palagi|sometimes|always|kind of|kinda|siguro|parang|medyo|baka|maybe|everyday|araw araw|tapos na|nagawa|done)\b/
const no = /^(?:wala|hindi|di|no|nope|none|nobody|never|mag ?isa|ako lang|alone|ayoko|ayaw|not)\b/

/** A bare answer to her question. */
export function answerOf(text: string): 'yes' | 'no' | undefined {
  const words = fold(text)
  if (words.split(' ').length > 8) return undefined
  return yes.test(words) ? 'yes' : no.test(words) ? 'no' : undefined
}

const english = new Set(
  'i im ive my me you the to and is are was it this that of for dont want cant not with just so have feel am be on in no they he she what why how'.split(
    ' ',
  ),
)
const tagalog = new Set(
  'ako ko akong na ang ng sa ba po lang naman mo ka siya yung ung hindi di wala gusto kasi nang pa si ni ay mga kung pero talaga nya niya ayoko pagod sila eh daw din rin oo opo'.split(
    ' ',
  ),
)

/** The language to answer in: English only when it is clearly written. */
export function languageOf(texts: readonly string[]): 'tl' | 'en' {
  const words = texts.flatMap((text) => fold(text).split(' '))
  const count = (of: ReadonlySet<string>) => words.filter((word) => of.has(word)).length
  return count(english) > 2 * count(tagalog) ? 'en' : 'tl'
}
