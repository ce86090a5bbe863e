import { FileBroken } from '../providers/files/errors.ts'

// Longest silence: a phone on a bad line pauses, a longer silence only holds a place (threat 75).
const silenceMs = 30_000
/** Slowest pace, bytes per ms. EDGE is five times as fast. */
const slowest = 2

/**
 * Passes chunks on while they keep coming: each within half a minute, and on average 2 KB a second after half a minute. Throws FileBroken.
 * Applies to the whole body, because a form could also drip in its fields.
 */
export async function* keepPace(
  body: AsyncIterable<Uint8Array>,
  now: () => number,
): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]()
  const started = now()
  let size = 0
  let ended = false
  try {
    for (;;) {
      const left = started + silenceMs + size / slowest - now()
      // oxlint-disable-next-line no-await-in-loop -- the next chunk is read after this one is handled
      const next = await arrival(chunks.next(), Math.min(silenceMs, left))
      if (next.done) break
      size += next.value.byteLength
      yield next.value
    }
    ended = true
  } finally {
    // Not awaited: a silent sender would block it too.
    if (!ended) chunks.return?.()?.catch(() => {})
  }
}

function arrival<T>(next: Promise<T>, withinMs: number): Promise<T> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new FileBroken('The sender is too slow')), Math.max(0, withinMs))
    next.then(
      (value) => {
        clearTimeout(timer)
        done(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        failed(new FileBroken('The sender went away', { cause: error }))
      },
    )
  })
}
