/** As a `ref`: what comes takes the focus over from what went, which also reads it out. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
