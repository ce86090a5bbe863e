/** Whether a text is written as a UUID; anything else in its place would be an error of the database instead of "not there". */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
