/** More bytes than allowed were sent. */
export class FileTooLarge extends Error {}
/** The sender went away, or sent too slowly, before the last byte. */
export class FileBroken extends Error {}
/** There are no bytes under this id. */
export class FileMissing extends Error {}
/** The store is full, does not answer, or refuses us. The message never holds a key or an address. */
export class FilesUnavailable extends Error {}

/** Whether the file system says this: `ENOENT`, `ENOSPC` … */
export function isFileError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
