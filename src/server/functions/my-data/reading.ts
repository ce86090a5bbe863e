import type { Claims, Db, Statement } from '../../db/door.ts'

export type Item = Readonly<Record<string, unknown>>

/** Reads a page of rows, each as the column `item`, in the order of a unique key. The first page has no cursor. */
export type Read = {
  statement: (most: number, cursor: readonly unknown[] | undefined) => Statement
  /** Columns of the key. */
  keys: readonly string[]
}

/** The rows of a select by a key of columns with their types. The select runs with the caller's rights. */
export function rowsOf(select: string, keys: Readonly<Record<string, string>>): Read {
  const names = Object.keys(keys)
  const list = names.join(', ')
  const after = Object.values(keys).map((type, at) => `$${at + 2}::${type}`)
  return {
    keys: names,
    statement: (most, cursor) => ({
      text: `select to_jsonb(t) as item from (${select}) as t
        ${cursor ? `where (${list}) > (${after.join(', ')})` : ''} order by ${list} limit $1`,
      values: [most, ...(cursor ?? [])],
    }),
  }
}

/** The rows of a function that takes the number of rows and a cursor. `first` is the cursor before all rows. */
export function rowsFrom(name: string, keys: readonly string[], first: readonly unknown[]): Read {
  const places = first.map((_, at) => `, $${at + 2}`).join('')
  return {
    keys,
    statement: (most, cursor) => ({
      text: `select item from app.${name}($1${places}) as item`,
      values: [most, ...(cursor ?? first)],
    }),
  }
}

/** Pages of rows as the person, one short transaction after the other: no transaction waits for a slow reader. */
export async function* pagesOf(db: Db, claims: Claims, read: Read, most: number): AsyncGenerator<Item[]> {
  let cursor: readonly unknown[] | undefined
  for (;;) {
    const statement = read.statement(most, cursor)
    // oxlint-disable-next-line no-await-in-loop -- the cursor comes from the page before
    const { rows } = await db.as(claims, (tx) => tx.last<{ item: Item }>(statement), { readOnly: true })
    if (rows.length > 0) yield rows.map(({ item }) => item)
    const last = rows.at(-1)?.item
    if (rows.length < most || !last) return
    cursor = read.keys.map((key) => last[key])
  }
}
