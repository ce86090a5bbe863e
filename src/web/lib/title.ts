/** The title of the tab: the page's own, behind the number of unread notices. */
let title = ''
let count = ''

function show() {
  document.title = count === '' ? title : `(${count}) ${title}`
}

export function putTitle(next: string): void {
  title = next
  show()
}

/** '' shows none. */
export function putTitleCount(next: string): void {
  if (next === count) return
  count = next
  show()
}
