import { emi } from './emi.ts'

const mention = new RegExp(`(?<![\\p{L}\\p{N}_@])@(?:emi(?![\\p{L}\\p{N}_])|\\{${emi.id}\\})`, 'iu')

/** Whether a message of a room calls Emi: @emi as a whole word in any case, or a mention of her id. */
export const mentionsEmi = (text: string): boolean => mention.test(text)
