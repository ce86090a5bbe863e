/** Makes messages of rows and of payloads of events. A payload comes from the network, so its fields are checked. */
import { type MessageFile, fileTypes } from '../../../shared/marker.ts'
import type { StoredMessage } from '../outbox/waiting.ts'
import { emojiOf, readCounts } from '../posts/reactions.ts'
import type { Mentioned, Message } from './message.ts'
import type { Heard, Stored } from './timeline.ts'

export type Face = Pick<Message, 'codename' | 'avatar_url' | 'is_premium'>
/** Finds a person's face: the rows of a conversation hold no names. */
export type FaceOf = (personId: string) => Face

export const noFace: Face = { codename: 'Anonymous', avatar_url: null, is_premium: false }

export type Reactions = Pick<Message, 'reaction_counts' | 'my_reaction'>

/** Counts the reactions in a conversation's map by person. */
export function readMap(value: unknown, reader: string): Reactions {
  const map: Record<string, unknown> = isRecord(value) ? value : {}
  const counts: Record<string, number> = {}
  for (const list of Object.values(map)) {
    const emoji = firstOf(list)
    if (emoji) counts[emoji] = (counts[emoji] ?? 0) + 1
  }
  return { reaction_counts: counts, my_reaction: firstOf(map[reader]) }
}

const firstOf = (list: unknown) => (Array.isArray(list) ? emojiOf(list[0]) : null)

export function messageOf(row: StoredMessage, reader: string, faceOf: FaceOf): Stored {
  const file = fileOf('file' in row ? row.file : null)
  if (!('reactions' in row)) return { ...row, file }
  const { reactions, ...rest } = row
  return { ...rest, file, ...noQuote, ...faceOf(row.sender_id), ...readMap(reactions, reader), mentioned: [] }
}

const noQuote = {
  reply_to: null,
  reply_to_sender: null,
  reply_to_message: null,
  reply_to_codename: null,
}

/** The message of a `new_message` event; undefined for a broken payload. */
export function heardMessage(
  payload: Record<string, unknown>,
  reader: string,
  faceOf: FaceOf,
): Heard | undefined {
  const { id, seq, sender_id, created_at } = payload
  const text = payload['message_text'] ?? payload['text']
  if (typeof id !== 'string' || typeof seq !== 'number' || typeof sender_id !== 'string') return undefined
  if (typeof text !== 'string' || typeof created_at !== 'string') return undefined
  const common = {
    id,
    seq,
    sender_id,
    text,
    created_at,
    edited_at: textOf(payload['edited_at']),
    file: fileOf(payload['file']),
  }
  const { reactions } = payload
  if (reactions !== undefined)
    return { ...common, ...noQuote, ...faceOf(sender_id), ...readMap(reactions, reader), mentioned: [] }
  return {
    ...common,
    codename: textOf(payload['codename']) ?? noFace.codename,
    avatar_url: textOf(payload['avatar_url']),
    is_premium: payload['is_premium'] === true,
    mentioned: mentionedOf(payload['mentioned']),
    reply_to: textOf(payload['reply_to']),
    reply_to_sender: textOf(payload['reply_to_sender']),
    reply_to_message: textOf(payload['reply_to_message']),
    reply_to_codename: textOf(payload['reply_to_codename']),
    reaction_counts: readCounts(payload['reaction_counts']),
  }
}

/** The changed fields of an `edit`; undefined for a broken payload. */
export function heardEdit(
  payload: Record<string, unknown>,
): Pick<Message, 'text' | 'mentioned' | 'edited_at' | 'file'> | undefined {
  const text = payload['message_text'] ?? payload['text']
  if (typeof text !== 'string') return undefined
  return {
    text,
    mentioned: mentionedOf(payload['mentioned']),
    edited_at: textOf(payload['edited_at']),
    file: fileOf(payload['file']),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** null without a file, and for a broken one. */
const fileOf = (value: unknown) => (isFile(value) ? value : null)

const isFile = (value: unknown): value is MessageFile =>
  isRecord(value) &&
  ['id', 'url', 'name', 'mime', 'expires_at'].every((key) => typeof value[key] === 'string') &&
  fileTypes.some((type) => type === value['type']) &&
  typeof value['size'] === 'number' &&
  ['width', 'height'].every((key) => value[key] === null || Number(value[key]) > 0)

function mentionedOf(value: unknown): Mentioned[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((one) => {
    const { id, codename } = isRecord(one) ? one : {}
    return typeof id === 'string' && typeof codename === 'string' ? [{ id, codename }] : []
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
