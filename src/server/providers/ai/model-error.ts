/** The language model gave no usable answer. `busy`: the provider is overloaded; `slow`: timeout; `failed`: anything else. */
export class ModelError extends Error {
  readonly kind: 'busy' | 'slow' | 'failed'
  constructor(kind: ModelError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
