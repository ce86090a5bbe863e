import { countLetters } from './limits.ts'

/** Subjects of the contact form, each with its emoji (specification 1, section 2). */
export const contactSubjects = [
  ['🐛', 'Bug Report'],
  ['💡', 'Feature Request'],
  ['💬', 'General Support'],
  ['💳', 'Billing Question'],
  ['🤝', 'Partnership Inquiry'],
  ['📝', 'Other'],
] as const

/** In code points, as the database counts them. */
export const contactLimits = { name: 100, least: 10, most: 5_000 } as const

export type ContactMessage = { name: string; email: string; subject: string; message: string }

// Without letters that nobody sees: the operator reads the address in a mail.
const address = /^[^\s\p{C}@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]+\.[a-z][a-z0-9-]*$/iu

/** Why a message cannot be sent, in words for its writer (specification 1, section 5). Undefined when it can. */
export function contactFault({ name, email, subject, message }: ContactMessage): string | undefined {
  if (!email.trim() || !subject || !message.trim()) return 'Please fill in all required fields'
  const length = countLetters(message.trim())
  if (length < contactLimits.least) return `Message must be at least ${contactLimits.least} characters long`
  if (length > contactLimits.most)
    return `Message must be at most ${contactLimits.most.toLocaleString('en')} characters long`
  if (countLetters(name.trim()) > contactLimits.name)
    return `Name must be at most ${contactLimits.name} characters long`
  if (email.trim().length > 254 || !address.test(email.trim())) return 'Please enter a valid email address'
  return undefined
}
