/**
 * The pictures of a row's blocks fill its height. While comments are open in the row, each picture keeps its earlier height. Called before
 * the comments of `card` open. Returns the release for when they close.
 */
export function holdRow(card: HTMLElement): () => void {
  const row = [...(card.parentElement?.querySelectorAll<HTMLElement>('[data-post]') ?? [])].filter(
    ({ offsetTop }) => offsetTop === card.offsetTop,
  )
  card.dataset['unfolded'] = ''
  for (const one of row) {
    const picture = one.firstElementChild
    // Other comments in this row are open.
    if ('held' in one.dataset || !picture) continue
    one.style.setProperty('--held', `${picture.getBoundingClientRect().height}px`)
  }
  // Measures all before it changes one.
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
