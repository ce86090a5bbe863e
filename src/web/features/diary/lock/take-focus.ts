/** A ref for where the next step begins: what had the focus is gone with the step before. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
