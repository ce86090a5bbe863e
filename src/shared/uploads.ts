import type { FileType, MessageFile } from './marker.ts'

/** The answer of `upload-chat-file`. */
export type Upload = Pick<MessageFile, 'id' | 'url' | 'name' | 'size' | 'type'>

const megabyte = 1_048_576

export const uploadLimits = {
  freeBytes: 5 * megabyte,
  premiumBytes: 50 * megabyte,
  /** Files of a free account in 24 hours. */
  freeFiles: 2,
} as const

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
  return `File size exceeds ${mostBytes / megabyte}MB limit`
}

export const uploadFolder = '/storage/v1/object/authenticated/chat-files/'
