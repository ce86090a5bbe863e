/** As a `ref`: focuses the element, so a screen reader reads it. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
