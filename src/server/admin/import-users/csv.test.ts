import { expect, it } from 'vitest'
import { readCsv, type Row } from './csv.ts'

async function* linesOf(text: string) {
  for (const line of text.split('\n')) yield await Promise.resolve(line)
}
async function read(text: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of readCsv(linesOf(text))) rows.push(row)
  return rows
}

it('a quoted field may hold commas, quotes and lines, and an empty one without quotes is null', async () => {
  const text = 'id,email,notes,last\n1,,"a, ""b""\nc",\n\n2,"",x,"{""k"": 1}"'
  expect(await read(text)).toEqual([
    { line: 2, fields: { id: '1', notes: 'a, "b"\nc' } },
    { line: 5, fields: { id: '2', email: '', notes: 'x', last: '{"k": 1}' } },
  ])
})

it.each([
  ['id,email\n1', 'Line 2 has 1 fields, and the first line names 2'],
  ['id,email\n1,"a', 'Line 2 is no row of CSV: a quote is not closed'],
  ['id,email\n1,"a"b', 'Line 2 is no row of CSV'],
  ['id\n1\na"b"', 'Line 3 is no row of CSV'],
  [`id\n"${'x'.repeat(1_100_000)}`, 'Line 2 is no row of CSV: it is too long'],
])('a broken file is refused with the line (%#)', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})
