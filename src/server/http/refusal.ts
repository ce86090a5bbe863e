type More = {
  headers?: Readonly<Record<string, string>>
  fields?: Readonly<Record<string, unknown>>
}

/** A request answered with an error on purpose. Each gateway has its own codes; its `toResponse` writes the answer. */
export class Refusal extends Error {
  readonly status: number
  /** The code that clients branch on; empty where the dialect has none. */
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, unknown>>

  constructor(status: number, code: string, message: string, { headers = {}, fields = {} }: More = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
    this.fields = fields
  }
}
