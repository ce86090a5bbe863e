const extensions: Readonly<Record<string, readonly [usual: string, ...others: string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'text/plain': ['txt'],
}

const mostLetters = 120
// Controls, direction marks, invisible letters and half surrogates hide or turn parts of a name.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu
// Characters with a meaning in paths, shells or headers.
const special = /[/\\:*?"<>|%]/g

/** The ending of a stored file of this type. */
export function extensionOf(mime: string): string {
  return extensions[mime]?.[0] ?? 'bin'
}

/** A name to show and to download: one visible line of at most 120 letters, without folders, whose ending fits the type. */
export function cleanFileName(sent: string | undefined, mime: string): string {
  // Longer names are cut first, so that no pattern reads kilobytes.
  const last = (sent ?? '').slice(-1_000).split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .normalize('NFC')
    .replaceAll(/(?!\u{feff})\s/gu, ' ')
    .replaceAll(hidden, '')
  const line = visible.replaceAll(special, '_').replaceAll(/ +/g, ' ')
  const at = line.lastIndexOf('.')
  const ending = at < 0 ? '' : line.slice(at + 1).toLowerCase()
  const extension = extensions[mime]?.includes(ending) ? ending : extensionOf(mime)
  const stem = (isOfKind(ending, mime) ? line.slice(0, at) : line).replaceAll(/^[ .]+|[ .]+$/g, '')
  return `${cut(stem, mostLetters - extension.length - 1) || 'file'}.${extension}`
}

/** A picture or video may have changed its type on the way: its old ending goes. */
function isOfKind(ending: string, mime: string): boolean {
  const kind = mime.startsWith('application/') ? mime : mime.slice(0, mime.indexOf('/') + 1)
  const isListed = Object.entries(extensions).some(
    ([other, endings]) => other.startsWith(kind) && endings.includes(ending),
  )
  return isListed || (kind === 'image/' && /^hei[cf]$/.test(ending))
}

/** The first letters; marks stay on their letter. */
function cut(text: string, most: number): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > most) break
    kept += segment
  }
  return kept.replace(/[ .]+$/, '')
}
