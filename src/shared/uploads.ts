import type { FileType, MessageFile } from './marker.ts'

/** The answer of `upload-chat-file`. */
export type Upload = Pick<MessageFile, 'id' | 'url' | 'name' | 'size' | 'type'>

/** Accepted MIME types, each with the type that a marker names. The server cleans all of them and refuses others. */
export const uploadTypes: Readonly<Record<string, FileType>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'application/pdf': 'file',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'file',
  'text/plain': 'file',
}

export function tooLargeWords(mostBytes: number): string {
  return `File size exceeds ${mostBytes / 1_048_576}MB limit`
}

export const uploadFolder = '/storage/v1/object/authenticated/chat-files/'
