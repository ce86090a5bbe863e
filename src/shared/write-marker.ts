import type { Marker } from './read-marker.ts'

/** Most letters of the name in a marker: a message is short, and escaping may make a name nine times as long. */
const mostName = 30

export function markerOf({ url, name, type }: Pick<Marker, 'url' | 'name' | 'type'>): string {
  // Half a surrogate pair, which cannot be escaped, is left out.
  const short = Array.from(name.replace(/\p{Cs}/gu, ''))
    .slice(-mostName)
    .join('')
  return `📎 Shared a file: file_url=${encodeURIComponent(url)}&file_name=${encodeURIComponent(short)}&file_type=${type}`
}

/** The caption with the marker below it. */
export const withMarker = (caption: string, marker: string): string =>
  caption === '' ? marker : `${caption}\n${marker}`
