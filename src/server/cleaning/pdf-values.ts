/** A name without its slash, as the file spells it after `#` is decoded. */
export class Name {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reference to an object by its number. The newest generation of the object counts. */
export class Ref {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** A number, a string, true, false or null, in the bytes of the file. */
export class Raw {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

export type Dict = Map<string, Value>
export type Value = Name | Ref | Raw | Value[] | Dict
export type PdfObject = { value: Value; stream?: Buffer }

export function isName(value: Value | undefined, text: string): boolean {
  return value instanceof Name && value.text === text
}

export function numberOf(value: Value | undefined): number | undefined {
  const number = value instanceof Raw ? Number(value.bytes.toString('latin1')) : NaN
  return Number.isSafeInteger(number) ? number : undefined
}
