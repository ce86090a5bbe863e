import { connect } from '../../lib/session.ts'

export type ContactMessage = { name: string; email: string; subject: string; message: string }

/** Subjects of the form, each with its emoji (specification 1, section 2). */
export const subjects = [
  ['🐛', 'Bug Report'],
  ['💡', 'Feature Request'],
  ['💬', 'General Support'],
  ['💳', 'Billing Question'],
  ['🤝', 'Partnership Inquiry'],
  ['📝', 'Other'],
] as const

export const messageLength = { min: 10, max: 5_000 } as const

const failureWords = 'Failed to send message. Please try again.'

/** Sends with the session's token, or without one with the public key. Answers undefined on success, else the words to show. */
export async function sendContactMessage(message: ContactMessage): Promise<string | undefined> {
  try {
    const { invoke } = await connect()
    const { status, body } = await invoke('send-contact-email', message)
    const answer = (typeof body === 'object' && body !== null ? body : {}) as {
      success?: unknown
      error?: unknown
    }
    if (answer.success === true) return undefined
    if (typeof answer.error === 'string' && answer.error) return answer.error
    return status < 400 ? 'Failed to send message' : failureWords
  } catch {
    return failureWords
  }
}

/** Why a message cannot be sent, in the specified words. Undefined when it can. */
export function faultOf({ email, subject, message }: ContactMessage): string | undefined {
  if (!email.trim() || !subject || !message.trim()) return 'Please fill in all required fields'
  if (message.trim().length < messageLength.min) return 'Message must be at least 10 characters long'
  return undefined
}

/** The same message for the person's own mail app. */
export function mailtoOf(
  address: string,
  { subject, message }: Pick<ContactMessage, 'subject' | 'message'>,
): string {
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`
}
