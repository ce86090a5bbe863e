/** The offline helper cannot do this (translation): a language model has to be configured. */
export class NeedsModel extends Error {}

/** Nothing came of it. `busy`: too much at one time, here or at the provider; `slow`: out of time; `failed`: anything else. */
export class AiFailure extends Error {
  readonly kind: 'busy' | 'slow' | 'failed'
  constructor(kind: AiFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
