/** A text was not refined. `busy`: too many texts; `slow`: out of time; `needs_model`: rules cannot translate; `failed`: anything else. */
export class RefineError extends Error {
  readonly kind: 'busy' | 'slow' | 'failed' | 'needs_model'
  constructor(kind: RefineError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
