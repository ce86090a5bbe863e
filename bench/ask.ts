/** A request as the app sends it. `person` is an index of the cast; without it a visitor asks. */
export type Ask = { method: 'GET' | 'POST'; path: string; person?: number; headers?: string[]; body?: string }
