/** Gives the focus to the box for messages of a talk. */
export const focusBox = (topic: string): void =>
  document.querySelector<HTMLElement>(`[data-box="${topic}"]`)?.focus()
