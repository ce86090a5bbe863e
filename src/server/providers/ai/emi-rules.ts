import { fold } from '../../../shared/fold.ts'
import { builtInHotlines } from '../../../shared/hotlines.ts'

const bot = '(?:bot|ai|robot|computer|chatbot|program|programa|makina|machine)'
const human =
  '(?:human|person|man|woman|girl|boy|guy|student|teacher|nurse|doctor|psychologist|counselor|therapist)'
const whom = '(?:siya|sya|xa|sila|him|her|them|your|mo|yung|ung|ang|si)'
const soft = '(?:(?:na|nga|po|rin|din|naman|talaga|lang|ay|nalang|muna|ba|isang) )*'
const drug =
  '(?:paracetamol|biogesic|melatonin|sertraline|zoloft|prozac|fluoxetine|escitalopram|lexapro|xanax|alprazolam|valium|diazepam|clonazepam|rivotril|lithium|quetiapine|seroquel|antidepressants?|benadryl|ibuprofen|cytotec|misoprostol)'
const illness = '(?:depression|depresyon|depressed|anxiety|bipolar|adhd|ptsd|bpd|ocd|schizophreni[ac])'
const app =
  '(?:telegram|viber|whatsapp|discord|snapchat|fb|facebook|messenger|insta|instagram|ig|twitter|tiktok|email|gmail)'
const contact =
  '(?:add|iadd|follow|ifollow|message|imessage|dm|idm|pm|ipm|chat|ichat|hanapin|text|itext|call)'

/** Patterns of what Emi never says, over folded words (shared/fold.ts). When a rule catches a good sentence, only the model's answer is lost. */
const rules: readonly (readonly [reason: string, lines: readonly string[]])[] = [
  [
    'a claim to be human',
    [
      '(?:totoong|tunay na|legit na|legit) tao|tao (?:kaya|to|ito) ?(?:ako)?|(?:puso|katawan|kamay|mata) (?:\\w+ )?(?:rin|din) ako',
      `(?<!(?:hindi|di) )(?:isa akong|ako ay isang|ako ay) (?:${human}|staff|nars|doktor|guro|estudyante|babae|lalaki|nanay|psych\\w*)|staff ako`,
      `(?:im|i am) (?:(?:a|an|also|really|actually|just|only|truly|real|true) )*${human}`,
      `(?:im|i am) not (?:(?:a|an|just|really|some) )*${bot}`,
      `(?:hindi|di) ${soft}ako ${soft}${bot}`,
      `(?<!(?:hindi|di|kung|parang) ${soft})ako(?:ng)? ${soft}(?:totoong |tunay na )?tao`,
      `(?<!(?:hindi|di|kung|parang) ${soft})tao ${soft}ako`,
      `as a (?:fellow )?(?:${human}|mother|mom|dad|father)`,
      'kapwa (?:mo )?tao|tao(?:ng)? (?:ka)?tulad mo|tulad mong tao',
      'when i was|(?:noong|nung) (?:bata|high school|college|estudyante) (?:pa )?ako',
      '(?:nanay|tatay|mama|papa|asawa|anak|kapatid|jowa|boyfriend|girlfriend|kaibigan|school) ko',
      '(?:pinagdaanan|naranasan|napagdaanan|naramdaman) ko (?:rin|din|na)',
      '(?:nangyari|nangyari rin|nangyari din) (?:rin |din )?sa akin',
      'ive been (?:there|through)|i went through|i live in|nakatira ako|taga \\w+ ako',
      '\\d+ (?:taong gulang|years old) ?(?:na )?(?:ako)?',
    ],
  ],
  [
    'another name than hers',
    [
      'ako (?:na |nga |po |ay )?si (?!emi\\b)\\w+',
      '(?:my name is|pangalan ko ay|call me|tawagin mo akong) (?!emi\\b)\\w+',
      '(?:im|i am|ako ay) (?:dan|chatgpt|gpt\\w*|claude|gemini|llama|siri|alexa)',
    ],
  ],
  [
    'words about its rules',
    [
      '(?:utos|sinabi|turo) sa akin|patakaran ko|(?:ang )?mga (?:utos|patakaran|bawal) (?:sa akin|ko)|(?:i was|im|i am) (?:told|instructed|programmed|supposed) to|hindi ako pinapayagan',
      'system prompt|prompt|json|jailbreak|jailbroken|(?:dan|developer|debug|god) mode|as instructed',
      '(?:my|these|the following|aking) (?:instructions?|rules|tagubilin|guidelines|system)',
      '(?:instructions|rules|tagubilin|guidelines) ko',
    ],
  ],
  [
    'advice on medicine',
    [
      `(?:mag|uminom ng )${drug}|(?:sounds|looks|seems) like (?:\\w+ )?${illness}|(?:mukhang|parang|baka) (?:\\w+ )?${illness}|(?:anxiety|panic) attack`,
      `mg|milligrams?|dosage|dosis|dose|${drug}|sleeping pills?`,
      '(?:uminom|inumin|inom|inuman|itigil|ihinto|take|taking|stop|try|drink|swallow) (?:\\w+ ){0,3}(?:gamot|pills?|meds?|medicine|medication|tableta|tablets?)',
      `(?:may|mayroon|meron|merong|baka) (?:\\w+ ){0,2}${illness} ka`,
      `you (?:(?:have|may|might|probably|are|could|clearly) )+(?:\\w+ )?${illness}`,
      `youre (?:\\w+ )?${illness}|${illness} ka|(?:sintomas|symptoms?) (?:ng|of)`,
    ],
  ],
  [
    'advice on law',
    [
      '(?:i?reklamo|ireport|report|isumbong|irereklamo) (?:mo|nyo|ninyo) |(?:dole|nbi|korte|hukuman|republika|batas|karapatan mo ayon)',
      'kasuhan|idemanda|magdemanda|magsampa|isampa|mag ?pablotter|ipablotter|ipakulong|makukulong|sue|press charges',
      'file a (?:case|complaint|report)|republic act|ra \\d+|annulment|ipaannul|abogado|lawyer|attorney|illegal',
      'labag sa batas|vawc|restraining order|pulis|police',
    ],
  ],
  [
    'advice on leaving somebody',
    [
      `(?:iblock|block|ilet go|let go|itigil|tapusin|bigyan|unfriend|i?seen) (?:(?:mo|nyo|ninyo|na|lang|of) )+(?:${whom}|relasyon)`,
      '(?:maghiwalay|magbreak|magbalikan|magkabalikan|magpakasal) (?:na |muna |ulit )?(?:kayo|nalang|lang)|(?:itigil|tapusin|wakasan) (?:mo |nyo |ninyo |na )*(?:ang )?relasyon|break up na|second chance|tayo na\\b',
      `(?:hiwalayan|iwan|iwanan|layasan|takasan|break|ibreak|dump|ditch|leave|divorce|layuan|balikan|patawarin|pakasalan|forgive) (?:(?:mo|nyo|ninyo|na|lang|nalang|muna|up|with) )*${whom}`,
      '(?:makipaghiwalay|makipagbreak|umalis|lumayas|maglayas|magbreak|lumayo|mag ?move on|makipagbalikan|makipagbati) (?:ka|kayo)',
      '(?:break up|move out|run away|get back together|stay) (?:with |from )(?:him|her|them|your|home|it)',
      '(?:balik|bumalik) ka (?:na )?sa kan?ya|better off without|mas mabuti kang wala siya',
      'you (?:should|need to|have to|must|deserve to|ought to) (?:leave|break|divorce|dump|forgive|stay|move)',
      '(?:dapat|kailangan) (?:\\w+ ){0,3}(?:iwan|hiwalayan|layuan|balikan|patawarin)',
      '(?:wag|huwag) (?:mo )?(?:na )?(?:siyang |syang )(?:iwan|hiwalayan|balikan|patawarin)',
    ],
  ],
  [
    'words of harm',
    [
      'tumalon|sugatan|sunugin|(?:mas )?(?:mabuti|maganda|okay) (?:na |pang |kung )?(?:mawala|mamatay|wala) ka(?: na)?|(?:walang|wala nang) (?:makaka\\w+|iiyak|may pake|nagmamahal) (?:sa ?(?:yo|iyo))|(?:deserve|dapat) (?:mo|lang) (?:\\w+ )?(?:masaktan|mamatay|maparusahan)',
      '\\w*pakamatay|suicid\\w*|self ?harm\\w*|\\w*laslas\\w*|\\w*bigti|overdose|kys|kms|unalive|mamatay ka',
      '(?:kill|hurt|cut|harm|hang) (?:yourself|urself|him|her|them)|end (?:it|your life)|saktan (?:mo )?(?:ang |ung |yung )?(?:sarili|siya|sila)|patayin|gantihan|bugbugin|sapakin',
    ],
  ],
  [
    'an insult',
    [
      'ang (?:taba|payat|itim|pangit|panget|bobo|tanga|arte|oa|landi) mo|(?<!hindi )(?:pangit|panget|maarte|malandi|tamad|walang hiya) ka',
      '(?<!(?:hindi|di) (?:ka|ikaw) )(?:bobo|tanga|gaga|gago|ulol|inutil|tarantado|stupid|idiot|dumb|worthless|loser|ugly|panget|pangit)',
      'putang ?ina\\w*|puta|tang ?ina\\w*|retard\\w*|fuck\\w*|shit|bitch\\w*|(?<!hindi )(?:wala|walang) (?:kang |ka )?(?:kwenta|kuwenta|silbi)(?: ka| mo)?',
    ],
  ],
  [
    'sexual words',
    [
      'ang hot mo|gusto kita|type kita|crush kita|liligawan kita|kiss|halik|yakapin kita nang',
      'sex\\w*|seks|kantot\\w*|jakol\\w*|chupa\\w*|titi|puke|pepe|suso|boobs?|penis|vagina|\\w*libog\\w*|nudes?|hubad\\w*|\\w*hubarin|porn\\w*|orgasm\\w*|horny|masturbat\\w*|dick|pussy|blowjob',
      'mahal (?:na mahal )?kita|i love you|ily|babe|baby ko|(?:jowa|girlfriend|boyfriend) mo ako',
    ],
  ],
  [
    'a question for private data',
    [
      `(?:mag)?(?:add|iadd|isearch|search|hanapin|sali|sumali)(?: \\w+){1,5} (?:sa |in |on )?${app}|(?:search|hanapin|sali|sumali|punta) (?:mo |ka )?(?:sa |ang )${app}`,
      'pasend|pa send|(?:wag|huwag) (?:ka|kang|mong|mo) (?:\\w+ )?(?:magsabi|sabihin|magkwento|ipaalam)|ako (?:na )?(?:ang |mismo )?magsasabi|sasabihin ko sa kan\\w+|ipaparating ko|promise',
      '(?:ano|anong|saan|san|ilang|what|whats|where|how) (?:\\w+ ){0,3}(?:pangalan mo|full name|real name|your name|address|number mo|phone number|school mo|eskwelahan mo|nakatira|tirahan|edad mo|taon ka|old are you|you live)',
      '(?:magsend|isend|send|magpadala|ipadala|padala|share|ishare) (?:\\w+ ){0,3}(?:pics?|picture|photo|litrato|larawan|selfie|number|location)',
      `${contact} (?:\\w+ ){0,4}${app}|${app} (?:ko|natin)`,
      '(?:secret|sikreto) (?:lang )?nat(?:in|ing)|dont tell any(?:one|body)|(?:wag|huwag) mong? (?:\\w+ )?(?:sabihin|ikwento|ipaalam) (?:\\w+ )?kahit kanino',
    ],
  ],
]

const compiled = rules.map(([reason, lines]) => [reason, new RegExp(`\\b(?:${lines.join('|')})\\b`)] as const)

/** Why Emi must not say this text. The reason quotes none of it. */
export function forbidden(text: string): string | undefined {
  if (
    /[{}[\]`|\\#]|<(?!3)|>|📎|\S{40}|\w\(|\b(?:dot|tuldok) ?(?:com|xyz|ph|net|me)\b|\(dot\)|\w ?\. ?(?:com|xyz)\b|\bselect\b.*\bfrom\b/iu.test(
      text,
    )
  )
    return 'signs of code'
  if (/\b[0-9a-f]{8}-[0-9a-f]{4}|\b(?=[a-f]*\d)[0-9a-f]{12,}\b/i.test(text)) return 'an id'
  if (numbers.some((number) => number.test(text))) return 'a number'
  const words = fold(text)
  return compiled.find(([, pattern]) => pattern.test(words))?.[0]
}

const digit =
  '(?:zero|sero|singko|uno|dos|tres|kwatro|sais|syete|otso|nwebe|one|two|three|four|five|six|seven|eight|nine|isa|dalawa|tatlo|apat|lima|anim|pito|walo|siyam)'
const numbers = [
  // Years and sums of money are allowed.
  /(?<!\d)(?!(?:19|20)\d\d(?!\d))\d(?:[\s().–-]{0,3}\d){3,}/,
  new RegExp(`(?:\\b${digit}\\b[\\s,.-]*){6}`, 'i'),
  /\b(?:tawag\w*|tumawag|tawagan|call|text|itext|dial|hotline|numero|number)\b[^.!?]{0,30}\d{3}/i,
]

const ours = [...builtInHotlines.flatMap((line) => line.numbers), '911'].toSorted(
  (a, b) => b.length - a.length,
)
const ourNumbers = new RegExp(
  `(?<!\\d)(?:${ours.map((number) => number.replaceAll('-', '[ -]?')).join('|')})(?!\\d)`,
  'g',
)

/** The text without the numbers of the hotlines, which Emi may name. */
export const withoutHotlines = (text: string): string => text.replace(ourNumbers, '')

/** Whether the text repeats a sentence of at least four words. */
export function repeats(text: string, said: readonly string[]): boolean {
  const before = said.map((words) => ` ${fold(words)} `)
  return text
    .split(/(?<=[.!?…])\s+|\n/)
    .map((sentence) => fold(sentence))
    .some((words) => words.split(' ').length >= 4 && before.some((earlier) => earlier.includes(` ${words} `)))
}
