export const pageSize = 20

/** The next page's cursor: one person never makes two entries in the same microsecond. */
export const nextPage = (rows: readonly { created_at: string }[]): string | null =>
  rows.length < pageSize ? null : (rows.at(-1)?.created_at ?? null)
