export class FileTooLarge extends Error {}
/** The sender left, or was too slow, before the last byte. */
export class FileBroken extends Error {}
export class FileMissing extends Error {}
/** The store is full, unreachable or refuses us. The message holds no key and no address. */
export class FilesUnavailable extends Error {}

export function isFileError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
