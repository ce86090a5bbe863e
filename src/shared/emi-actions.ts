/** One small thing to do that Emi may offer with an answer. */
export type EmiAction = 'breathe' | 'senses' | 'write'

/** The last line of a message that offers it. Other clients show the line as it is; our page draws a button. */
export const actionLines: Record<EmiAction, string> = {
  breathe: '🫧 Hinga tayo',
  senses: '🖐️ Limang bagay sa paligid mo',
  write: '✍️ Isulat mo muna',
}

/** The text of a message that carries this answer. */
export const withAction = ({ text, action }: { text: string; action?: EmiAction }): string =>
  action ? `${text}\n${actionLines[action]}` : text

/** Splits a message of Emi into its text and its offer. Only the last line can be an offer. */
export function readEmiMessage(message: string): { text: string; action?: EmiAction } {
  const text = message.trimEnd()
  const start = text.lastIndexOf('\n') + 1
  const last = text.slice(start).trim()
  const action = (['breathe', 'senses', 'write'] as const).find((name) => actionLines[name] === last)
  return action ? { text: text.slice(0, start).trimEnd(), action } : { text: message }
}
