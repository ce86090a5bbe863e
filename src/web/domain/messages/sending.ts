import type { Message } from './message.ts'

/** Shows the message at once and sends it through the outbox, in order within its talk. */
export function sendMessage(_topic: string, _words: { text: string; replyTo?: Message }): void {
  return undefined
}

export function editMessage(_topic: string, _id: string, _text: string): void {
  return undefined
}

export function deleteMessage(_topic: string, _id: string): void {
  return undefined
}

/** Shows the reaction at once; null is none. A failed one is undone. */
export function react(_topic: string, _id: string, _emoji: string | null): void {
  return undefined
}

/** Takes back what waits or was refused: the message itself (returns its words), or the edit or deletion of a stored one. */
export async function takeBack(_topic: string, _id: string): Promise<string | undefined> {
  return undefined
}

/** Sends what was refused once more. */
export function tryAgain(_topic: string, _id: string): void {
  return undefined
}
