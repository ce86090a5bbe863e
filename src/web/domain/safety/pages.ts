/** The lists of this room come newest first, so many at a time. */
export const pageSize = 20

/** The cursor of the page after this one; one person makes no two entries in the same microsecond. */
export const nextPage = (rows: readonly { created_at: string }[]): string | null =>
  rows.length < pageSize ? null : (rows.at(-1)?.created_at ?? null)
