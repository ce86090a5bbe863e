import { builtInHotlines } from '../../../shared/hotlines.ts'

/** A detail by which strangers can find the writer. `school`: a full name with school and section. */
export type Detail = 'phone' | 'email' | 'address' | 'school'

const gap = '[ .()/–-]{0,2}'
const mobile = new RegExp(`(?<!\\d[.,]?)(?:\\+?63|0)${gap}9(?:${gap}\\d){9}(?!\\d)`, 'gu')
const bareMobile = /(?<![\p{L}\d#₱$.,])9\d{2}[ .-]?\d{3}[ .-]?\d{4}(?![\d.,]\d|\d)/gu
const landline = /(?<!\d)(?:\(0?\d{1,2}\) ?|\+63 ?\d{1,2}[ -]|0\d{1,2}-)\d{0,2}[ -]?\d{3}[ -]?\d{4}(?!\d)/gu
const saidNumber =
  /\b(?:tel|telephone|telepono|landline|tawag|tawagan|call|number|numero)\b[\s\p{L}.,:#]{0,20}?(\d{3,4}[- ]\d{4})(?!\d)/giu
const date = /^\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)\d{2}(?!\d)/
const years = /^(?:19|20)\d{2}\D+(?:19|20)\d{2}$/
/** Words before a number that belongs to no private person. */
const publicNumber =
  /(?:hotline|helpline|help ?line|crisis ?line|hopeline|ncmh|red cross|(?:order|tracking|ref(?:erence)?|invoice|receipt|resibo|transaction|booking|student|lrn|id)(?: ?(?:no|number|num|#))?)\b[^\d\n]{0,12}$/i

const email =
  /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,40}(?:\.[\p{L}\d-]{1,40}){0,3}\.\p{L}{2,}|[\p{L}\d._%+-]{2,64}@(?:gmail|yahoo|ymail|hotmail|outlook|icloud)\b|[\p{L}\d._-]{2,64} ?(?:\(at\)|\[at\]|\bat\b|@) ?[\p{L}\d-]{2,40} ?(?:\(dot\)|\[dot\]|\bdot\b|\.) ?(?:com|ph|net|org|edu)\b/iu

const blockAndLot =
  /\b(?:blk|block)\.?\s?\d{1,3}\p{L}?[\s,.&]{1,4}(?:l|lt|lot)\.?\s?\d{1,3}\b|\blot\.?\s?\d{1,3}\p{L}?[\s,.&]{1,4}(?:blk|block)\.?\s?\d{1,3}\b/iu
const street =
  /(?<![\d.,₱$:/-])#?\d{1,5}\p{L}?,?((?:\s+[\p{L}.'’-]{1,20}){1,4}?)\s+(?:st|str|street|ave|avenue|blvd|boulevard|drive|road|rd|lane|ext|extension|highway)\b(?! (?:food|dance|boys?|fighter|trip|test|show))|(?<!\d)\d{1,5},?\s+(?:kalye|calle)\s+\p{L}{3}/iu
/** Words that are never part of a street's name. */
const notOfStreets = new Set(
  'sa ng na nang the on in of at to a an ang mga si kay from for by with my yung nung noong ako ko mo kami tayo taga more way jump day days araw hour hours oras min mins minute minutes minuto km year years taon month months buwan week weeks linggo times beses pesos piso php kids people tao student students meters lang pa and or is was walk long another'.split(
    ' ',
  ),
)
/** Words with a small or a capital first letter, since the names beside them need a capital. */
const either = (words: string) =>
  `(?:${words
    .split(' ')
    .map((word) => `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}`)
    .join('|')})`
const barangay = new RegExp(
  `\\b${either('brgy bgy barangay')}\\.?\\s+(?:\\d{1,3}\\b|\\p{Lu}[\\p{L}.]+|(?:san|sta|sto|santa|santo)\\b)`,
  'u',
)
const smallPlace = new RegExp(`\\b${either('purok sitio')}\\.?\\s+(?:#?\\d{1,3}\\b|\\p{Lu}\\p{L}+)`, 'u')
const estate = new RegExp(
  `\\b\\p{Lu}[\\p{L}'’]+\\s${either('subd subdivision village homes compound residences condo condominium tower towers apartment apartments dorm dormitory')}\\b`,
  'u',
)
const door = /\b(?:blk|block|lot|unit|rm|room|house|door|apt)\.?\s?(?:no\.?\s?)?#?\d{1,4}\p{L}?\b/u
const living = /\b(?:nakatira|tumutuloy|bahay|address|tirahan|lives?|living|puntahan|boarding)\b/u
/** Longest distance between the parts of one address, letters. */
const near = 60

const school = new RegExp(
  `\\b(?:\\p{Lu}[\\p{L}.'’]+\\s+){1,5}${either('high school university univ college academy institute elementary')}\\b(?:\\s[Ss]chool)?` +
    `|\\b${either('university college academy colegio')}\\s+(?:of|de|ng)\\s+\\p{L}{3,}` +
    '|\\b\\p{Lu}{2,}NHS\\b|\\bUP (?:Diliman|Manila|Los|Cebu|Baguio|Visayas)\\b|\\b(?:PUP|UST|DLSU|ADMU|FEU|NEU|TUP|PLM|USC|XU|MSU)\\b',
  'u',
)
const schoolInLower =
  /(?<!\p{L})(?!(?:sa|ng|ang|nung|noong|my|the|in|of|na|pa|mga|nag|yung|naming)\s)\p{L}{3,}\s+(?:(?:national|senior|junior|science|integrated|central)\s+){0,3}(?:high school|nhs|shs|university|elementary school|academy)\b/u
const section =
  /\b(?:grade|gr|g)\.?\s?\d{1,2}\s?[-–,]?\s?(?!(?:section|ako|na|pa|po|sa|si|at|ng|ang|nung|noong|student|students|kami|siya|palang|lang|din|rin|years?|teacher|adviser|pupil|and|is|in|to|naman|niya|high|school)\b)\p{L}{3,}|\bsec(?:tion)?\.?\s+(?!(?:na|ko|namin|nila|ng|sa|lang|pa|po|mates?)\b)[\p{L}\d]+|\b(?:7|8|9|1[0-2])\s?[-–]\s?\p{L}{3,}|\b(?:stem|abm|humss|gas|ict|tvl)[\s-]{0,2}(?:(?:1[12])[\s-]{0,2}\p{L}\b|1[12]\p{L}?\b|[a-d]\b)|\b(?:7|8|9|1[0-2])\s?[-–]?\s?(?:stem|abm|humss|gas|ict|tvl)\b|\bbs\p{L}{1,5}[\s-]{0,2}[1-5][\s-]{0,2}[a-h\d]\b/iu
const saidName =
  /(?:\bako\s+(?:po\s+)?si|\b(?:full )?name(?:\s+ko)?\s*(?:po\s+)?(?:ay|is|:)?|\bmy name is|\bi[’']?m|\bpangalan\s+ko\s*(?:po\s+)?(?:ay|:)?)\s+(\p{L}[\p{L}.'’-]+)\s+(?:\p{L}\.?\s+)?(\p{L}[\p{L}'’-]{2,})/iu
const capitals =
  /\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s+\p{Lu}\.)?(?:\s+(?:de|del|dela|la|los|delos))?\s+\p{Lu}[\p{L}'’-]+/gu
/** Words that are never part of a name, even after "ako si" or with a capital letter. */
const notOfNames =
  /^(?:ako|ikaw|kuya|ate|na|ng|sa|ang|at|ko|mo|po|lang|pa|not|so|in|from|a|the|just|still|very|tired|sad|okay|ok|grade|section|sec|high|school|senior|junior|national|science|university|college|academy|institute|elementary|ma[’']?am|mam|sir|mrs?|ms|teacher|january|february|march|april|may|june|july|august|september|october|november|december|lunes|monday|tuesday|wednesday|thursday|friday|saturday|sunday|city|stem|abm|humss|gas|ict|tvl|barangay|brgy|yung|kanina|sabi|kasi|pero|tapos|nung|noong|si|kay|ni)$/i

/**
 * The details in a text, judged on the device. It prefers to miss one over a false alarm: prices, dates, scores, counts, ages and hotlines are
 * none. Linear time for the length of a message.
 */
export function detailsIn(text: string): readonly Detail[] {
  const plain = readable(text)
  const found: Detail[] = []
  if (hasPhone(plain)) found.push('phone')
  if (email.test(plain)) found.push('email')
  if (hasAddress(plain)) found.push('address')
  if (hasSchool(plain)) found.push('school')
  return found
}

const digits = 'zero one two three four five six seven eight nine'.split(' ')
const spelled = new RegExp(`\\b(?:${digits.join('|')})\\b`, 'giu')

/** Without mentions, keycaps and invisible signs; a written digit is a digit. */
const readable = (text: string) =>
  text
    .replaceAll(/@\{[^}]{0,40}\}/gu, '@')
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\u{20e3}\u{fe0f}]/gu, '')
    .replaceAll(/(?<![\p{L}\d])o(?=9[\d ])/giu, '0')
    .replaceAll(spelled, (word) => String(digits.indexOf(word.toLowerCase())))

const hotlines = new Set(
  builtInHotlines.flatMap(({ numbers }) => numbers.map((number) => number.replaceAll(/\D/g, ''))),
)

function hasPhone(text: string): boolean {
  const isOwn = ({ 0: found, 1: said, index }: RegExpExecArray) =>
    !date.test(found) &&
    !years.test(said ?? found) &&
    !publicNumber.test(text.slice(Math.max(0, index - 40), index)) &&
    !hotlines.has(found.replaceAll(/\D/g, '').replace(/^(?:63)?(?=9\d{9}$)/, '0'))
  return [mobile, bareMobile, landline, saidNumber].some((pattern) => [...text.matchAll(pattern)].some(isOwn))
}

const isNear = (a: number, b: number) => a >= 0 && b >= 0 && Math.abs(a - b) < near

function hasAddress(text: string): boolean {
  if (blockAndLot.test(text)) return true
  const words = street.exec(text)?.[1]
  if (words !== undefined && !namesNoStreet(words)) return true
  // A street without words between is "123 Kalye Rizal".
  if (words === undefined && street.test(text)) return true
  const lower = text.toLowerCase()
  const at = [barangay, smallPlace, estate].map((part) => text.search(part))
  const doorAt = lower.search(door)
  const livingAt = lower.search(living)
  const [village = -1, purok = -1] = at
  return isNear(village, purok) || at.some((place) => isNear(place, doorAt) || isNear(place, livingAt))
}

const namesNoStreet = (words: string) =>
  words
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .some((word) => notOfStreets.has(word))

function hasSchool(text: string): boolean {
  const lower = text.toLowerCase()
  if (!section.test(text) || !(school.test(text) || schoolInLower.test(lower))) return false
  const said = saidName.exec(text)
  if (said && !said.slice(1).some((word) => notOfNames.test(word))) return true
  // The rest of the words, without school and section.
  const rest = text.replace(school, '.').replaceAll(new RegExp(section, 'giu'), '.')
  return (rest.match(capitals) ?? []).some((name) => !name.split(/\s+/).some((word) => notOfNames.test(word)))
}
