/**
 * The blocks of a row are of one height. While comments are open in it, each keeps the height that the row had and none grows with another.
 * Called before the comments of `card` open; the returned function when they close.
 */
export function holdRow(card: HTMLElement): () => void {
  const row = [...(card.parentElement?.children ?? [])]
    .filter((one) => one instanceof HTMLElement)
    .filter(({ offsetTop }) => offsetTop === card.offsetTop)
  card.dataset['unfolded'] = ''
  for (const one of row) {
    // Held already, by other comments.
    if ('held' in one.dataset) continue
    one.style.setProperty('--held', `${card.offsetHeight}px`)
    one.dataset['held'] = ''
  }
  return () => {
    delete card.dataset['unfolded']
    if (row.some((one) => one.isConnected && 'unfolded' in one.dataset)) return
    for (const one of row) {
      delete one.dataset['held']
      one.style.removeProperty('--held')
    }
  }
}
