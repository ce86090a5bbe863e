import type { ContactMessage } from '../../../shared/contact.ts'
import { refusalIn } from '../../lib/failure.ts'
import { connect } from '../../lib/session.ts'

const failureWords = 'Failed to send message. Please try again.'

/** Sends with the session's token, or without one with the public key. Answers undefined on success, else the words to show. */
export async function sendContactMessage(message: ContactMessage): Promise<string | undefined> {
  try {
    const { invoke } = await connect()
    const { status, body } = await invoke('send-contact-email', message)
    const { success }: { success?: unknown } = Object(body)
    if (success === true) return undefined
    return refusalIn(body) || (status < 400 ? 'Failed to send message' : failureWords)
  } catch {
    return failureWords
  }
}

/** The same message for the person's own mail app. */
export function mailtoOf(
  address: string,
  { subject, message }: Pick<ContactMessage, 'subject' | 'message'>,
): string {
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`
}
