/** Saves a text as a file, without sending it anywhere. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A phone asks for a place first and reads the text later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
