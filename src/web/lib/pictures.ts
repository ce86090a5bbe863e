import { onSignal, suspectSignal } from './signal.ts'

/** Pictures that could not be fetched. */
const failed = new Set<HTMLImageElement>()

function follow({ type, target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return
  const isMissing = type === 'error'
  target.toggleAttribute('data-missing', isMissing)
  failed.delete(target)
  if (!isMissing) return
  failed.add(target)
  suspectSignal()
}

/** Hides failed pictures, whose broken frame says nothing, and fetches them again when the server answers. */
export function startPictures(): void {
  // These events do not bubble.
  document.addEventListener('error', follow, true)
  document.addEventListener('load', follow, true)
  onSignal(() => {
    const again = [...failed]
    failed.clear()
    for (const picture of again) {
      const { src } = picture
      if (picture.isConnected) picture.src = src
    }
  })
}
