/** The language model gave no usable answer. `busy`: the provider has too much to do; `slow`: out of time; `failed`: anything else. */
export class ModelError extends Error {
  readonly kind: 'busy' | 'slow' | 'failed'
  constructor(kind: ModelError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
