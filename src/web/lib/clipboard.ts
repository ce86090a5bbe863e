import { openDialogs } from './open-dialogs.ts'

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Pages without TLS and old browsers have no clipboard.
    return copyTheOldWay(text)
  }
}

function copyTheOldWay(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  // Text outside of an open modal dialog cannot be selected.
  const place = openDialogs().at(-1) ?? document.body
  place.append(field)
  field.select()
  let done = false
  try {
    done = document.execCommand('copy')
  } catch {
    // Some browsers throw instead of returning false.
  }
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return done
}
