export async function afterFirstPaint(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 2_000 })
    else setTimeout(resolve, 200)
  })
}

const touches = ['pointerdown', 'keydown', 'focusin'] as const
let touched: Promise<void> | undefined

/** Resolves when the person first touches the page. Scripts and focus by the page itself count too: they come from a wish of the person. */
export function firstTouch(): Promise<void> {
  touched ??= new Promise((resolve) => {
    const tell = () => {
      for (const kind of touches) removeEventListener(kind, tell, { capture: true })
      resolve()
    }
    for (const kind of touches) addEventListener(kind, tell, { capture: true, passive: true })
  })
  return touched
}
