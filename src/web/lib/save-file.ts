/** Saves bytes as a file of this device, without sending them anywhere. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // A phone asks for a place first and reads the file later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
