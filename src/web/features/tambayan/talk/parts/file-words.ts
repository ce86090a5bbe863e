import { sizeWords } from '../../../../../shared/file-size.ts'
import type { MessageFile } from '../../../../../shared/marker.ts'

const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'text/plain': 'TXT',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
}

const day = new Intl.DateTimeFormat('fil-PH', { weekday: 'long' })

/** 'Video, 12 MB, hanggang Huwebes'. */
export function fileDetail({ type, mime, size, expires_at }: MessageFile): string {
  const kind = type === 'image' ? 'Larawan' : type === 'video' ? 'Video' : (kinds[mime] ?? 'File')
  return `${kind}, ${sizeWords(size)}, hanggang ${day.format(new Date(expires_at))}`
}

export const isOver = ({ expires_at }: MessageFile, now: number): boolean => Date.parse(expires_at) <= now

export const fileProblems = {
  over: 'Wala na ito. Tatlong araw lang namin itinatago ang mga file.',
  gone: 'Hindi na ito mabubuksan.',
  failed: 'Hindi makuha. Subukan ulit.',
} as const
