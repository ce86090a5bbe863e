import { openDialogs } from './open-dialogs.ts'

/** Copies a text; false when the browser leaves no way. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // No clipboard on a page without TLS or in an old browser, or the browser refuses.
    return copyTheOldWay(text)
  }
}

function copyTheOldWay(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  // A modal dialog lets nothing outside of it be selected.
  const place = openDialogs().at(-1) ?? document.body
  place.append(field)
  field.select()
  let done = false
  try {
    done = document.execCommand('copy')
  } catch {
    // A refusal, as false is.
  }
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return done
}
