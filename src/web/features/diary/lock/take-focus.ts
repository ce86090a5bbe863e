/** A ref for the start of the next step: the previous step was removed with the focus. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
