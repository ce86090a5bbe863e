const vowel = /[aeiou]/

/** First consonant and vowel. Tagalog repeats them for an action that goes on or is to come: ta-tapusin, su-suicide. */
function doubled(root: string): string {
  const at = root.search(vowel)
  return at <= 0 ? root.slice(0, 1) : (root[0] ?? '') + (root[at] ?? '')
}

/** `um` or `in` after the first consonants: t-um-alon, t-in-apos. */
function infixed(infix: string, word: string): string {
  const at = Math.min(1, Math.max(0, word.search(vowel)))
  return word.slice(0, at) + infix + word.slice(at)
}

/** 'tapos' and 'tapus', the forms in front of an ending: tapus-in, sugat-an, basa-hin. */
function ended(word: string, ending: string): string[] {
  const stem = word.replace(/o([^aeiou]*)$/, 'u$1')
  return vowel.test(stem.at(-1) ?? '') ? [`${stem}h${ending}`, `${stem}${ending}`] : [`${stem}${ending}`]
}

/**
 * The verbs of a Tagalog or English root: tapos → tinatapos, end → i-end, suicide → nagsu-suicide. Forms with ma- and na- and the bare root
 * are absent: they tell what happened to a person.
 */
export function formsOf(root: string): string[] {
  const going = doubled(root) + root
  const bare = [root, going]
  const [began, begins] = bare.map((word) => infixed('in', word))
  const actor = bare.flatMap((word) => [
    infixed('um', word),
    ...['mag', 'nag', 'pag', 'makapag', 'nakapag', 'i', 'ini', 'ni', 'mang', 'nang'].map(
      (prefix) => prefix + word,
    ),
  ])
  const object = ['in', 'an'].flatMap((ending) => bare.flatMap((word) => ended(word, ending)))
  const done = [began, begins].flatMap((word) => (word ? [word, ...ended(word, 'an')] : []))
  return [
    ...bare.slice(1),
    ...actor,
    ...object,
    ...done,
    `ika${root}`,
    `pa${root}`,
    `magpa${root}`,
    `nagpa${root}`,
    ...['magpa', 'nagpa', 'pagpa'].map((prefix) => `${prefix}pa${root}`),
    `pagka${root}`,
  ]
}
