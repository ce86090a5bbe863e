/** Hands a text to the browser as a file. It never leaves the device on the way. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A phone asks first where to put it, and reads the text only then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
