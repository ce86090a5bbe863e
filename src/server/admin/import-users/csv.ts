/** One row of a file: by the names of its columns, or a line of JSON. `line` is where it begins. */
export type Row = { line: number; fields: Readonly<Record<string, unknown>> | string }

/** The row of an account is far smaller. A file that never closes a quote must not fill the memory. */
const longestRow = 1_048_576

/**
 * Reads CSV (RFC 4180, as PostgreSQL's COPY writes it) row by row, by the names of its first row. An empty field without quotes is PostgreSQL's
 * null and is left out. Throws with the line of a broken row.
 */
export async function* readCsv(lines: AsyncIterable<string>): AsyncGenerator<Row> {
  let names: string[] | undefined
  let row = ''
  let line = 0
  let began = 1
  for await (const text of lines) {
    line++
    row = row === '' ? text : `${row}\n${text}`
    if (row.length > longestRow) throw new Error(`Line ${began} is no row of CSV: it is too long`)
    // Every quote inside of a field is doubled, so a row is whole when the number of quotes is even.
    if (row.split('"').length % 2 === 0) continue
    const values = splitRow(row, began)
    if (names === undefined) names = values.map((value) => value ?? '')
    else if (row !== '') yield { line: began, fields: named(names, values, began) }
    row = ''
    began = line + 1
  }
  if (row !== '') throw new Error(`Line ${began} is no row of CSV: a quote is not closed`)
}

function splitRow(row: string, line: number): (string | undefined)[] {
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y
  const values: (string | undefined)[] = []
  for (;;) {
    const found = field.exec(row)
    if (!found) throw new Error(`Line ${line} is no row of CSV`)
    const [, quoted, bare, end] = found
    values.push(quoted === undefined ? bare || undefined : quoted.replaceAll('""', '"'))
    if (end === '') return values
  }
}

function named(names: readonly string[], values: readonly (string | undefined)[], line: number) {
  if (values.length !== names.length) {
    throw new Error(`Line ${line} has ${values.length} fields, and the first line names ${names.length}`)
  }
  const pairs = names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]] as const]))
  return Object.fromEntries(pairs)
}
