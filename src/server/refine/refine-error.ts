/** A text was not refined. `busy`: the queue is full; `slow`: timeout; `needs_model`: rules cannot translate; `failed`: anything else. */
export class RefineError extends Error {
  readonly kind: 'busy' | 'slow' | 'failed' | 'needs_model'
  constructor(kind: RefineError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
