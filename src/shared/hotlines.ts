import type { Hotline } from './rows.ts'

/** The hotlines of the migrations, built in: the app shows them until it reaches the server. A test compares the two. */
export const builtInHotlines: readonly Hotline[] = [
  {
    id: 'ncmh',
    name: 'NCMH Crisis Hotline',
    note: '24 oras',
    // Mobile numbers first: the short one works from landlines in Luzon.
    numbers: ['0919-057-1553', '0917-899-8727', '1553'],
    for_children: false,
    position: 1,
    checked_on: '2026-11-21',
    source: 'National Center for Mental Health, Department of Health; SunStar and PNA, December 2025',
  },
  {
    id: 'makabata',
    name: 'Makabata Helpline',
    note: 'para sa mga bata',
    numbers: ['1383'],
    for_children: true,
    position: 2,
    checked_on: '2026-11-21',
    source: 'Council for the Welfare of Children; PNA, October 2023',
  },
]

/** A number for `tel:`. */
export const dialled = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`

/** Rows of an answer or of storage, in their order. Undefined when any of them is invalid: nobody may be sent to a wrong number. */
export function readHotlines(value: unknown): Hotline[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 20) return undefined
  const rows: Hotline[] = []
  for (const row of value) {
    if (!isHotline(row)) return undefined
    rows.push(row)
  }
  return rows.toSorted((a, b) => a.position - b.position)
}

function isHotline(row: unknown): row is Hotline {
  if (typeof row !== 'object' || row === null) return false
  const { id, name, note, numbers, for_children, position, checked_on, source } = row as Record<
    string,
    unknown
  >
  return (
    [id, name, note, checked_on, source].every((text) => typeof text === 'string' && text.length <= 200) &&
    typeof for_children === 'boolean' &&
    typeof position === 'number' &&
    Array.isArray(numbers) &&
    numbers.length >= 1 &&
    numbers.length <= 6 &&
    numbers.every((number) => typeof number === 'string' && /^(?=.*\d)[\d+ ()-]{2,30}$/.test(number))
  )
}
