/** Generated codenames and the emoji avatar (specification 1, section 3). */
const moodWords = [
  'Sad',
  'Bitaw',
  'Hugot',
  'Emo',
  'Kalma',
  'Feeling',
  'Tambay',
  'Clingy',
  'Masayang',
  'Tahimik',
  'Malambing',
] as const
const personaWords = [
  'Queen',
  'Barako',
  'Tita',
  'Bro',
  'Lang',
  'Expert',
  'Ninja',
  'Ko',
  'Mo',
  'Bundok',
  'Bituin',
] as const
const avatars = [
  '🌊',
  '🌙',
  '🌻',
  '🍃',
  '🔥',
  '🐚',
  '🦋',
  '🐢',
  '🐈',
  '🦜',
  '🥭',
  '🍉',
  '🌈',
  '⛅',
  '⭐',
  '🎈',
  '🪁',
  '🌺',
] as const

/** A mood word and a persona word, such as "Hugot Queen". `random` returns a number in [0, 1). */
export function generateCodename(random: () => number = Math.random): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? words[0]
  return `${pick(moodWords)} ${pick(personaWords)}`
}

/** The same codename always has the same emoji: FNV-1a over its UTF-16 units, one of 18 emojis. */
export function avatarOf(codename: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < codename.length; i++) hash = Math.imul(hash ^ codename.charCodeAt(i), 0x01000193)
  return avatars[(hash >>> 0) % avatars.length] ?? avatars[0]
}
