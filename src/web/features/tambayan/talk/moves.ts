import { stickerOrGif } from '../../../../shared/plain-text.ts'
import { goToMessage } from '../../../domain/messages/go-to.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { addToTalkDraft } from '../../../domain/messages/talk-drafts.ts'
import { takeBackWithFile } from '../../../domain/messages/uploading.ts'
import { showToast } from '../../../lib/toast.ts'

/** The newest own message that can be edited. */
export const lastOwn = (messages: readonly Message[], readerId: string) =>
  messages.findLast(
    ({ sender_id, seq, sending, text }) =>
      sender_id === readerId && seq !== null && !sending && !stickerOrGif(text),
  )?.id

/** Puts words that were taken back into the box, after those in it. */
export async function takeBackWords(topic: string, id: string): Promise<void> {
  try {
    const words = await takeBackWithFile(topic, id)
    if (words !== undefined) addToTalkDraft(topic, words)
  } catch {
    showToast('Hindi nabawi. Subukan ulit.', 'error')
  }
}

/** Brings a message into view and marks it for a moment. */
export async function showMessage(
  topic: string,
  box: HTMLElement | null,
  id: string,
  showAll: () => void,
): Promise<void> {
  const find = () => box?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (!find() && !(await goToMessage(topic, id))) return showToast('Wala na ang mensaheng ’yan.')
  showAll()
  // After the window's render.
  await new Promise(requestAnimationFrame)
  const row = find()
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
  const paint = getComputedStyle(document.documentElement).getPropertyValue('--paint-wash')
  row?.animate([{ background: paint }, { background: paint }, { background: 'transparent' }], 2_600)
}
