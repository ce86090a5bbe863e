/**
 * The blocks of a row are of one height: their pictures fill it. While comments are open in it, each picture keeps the height that it had,
 * and no block grows with another. Called before the comments of `card` open; the returned function when they close.
 */
export function holdRow(card: HTMLElement): () => void {
  const row = [...(card.parentElement?.querySelectorAll<HTMLElement>('[data-post]') ?? [])].filter(
    ({ offsetTop }) => offsetTop === card.offsetTop,
  )
  card.dataset['unfolded'] = ''
  for (const one of row) {
    const picture = one.firstElementChild
    // Held already, by other comments.
    if ('held' in one.dataset || !picture) continue
    one.style.setProperty('--held', `${picture.getBoundingClientRect().height}px`)
  }
  // All are measured before one changes.
  for (const one of row) one.dataset['held'] = ''
  return () => {
    delete card.dataset['unfolded']
    if (row.some((one) => one.isConnected && 'unfolded' in one.dataset)) return
    for (const one of row) {
      delete one.dataset['held']
      one.style.removeProperty('--held')
    }
  }
}
