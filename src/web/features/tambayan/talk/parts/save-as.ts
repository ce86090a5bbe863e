/** Saves a file of this server under its own name. */
export function saveAs(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
