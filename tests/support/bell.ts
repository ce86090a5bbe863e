export type Bell = {
  /** Something has happened: whoever waits looks again. */
  ring: () => void
  /** Resolves when `done` is true, now or after a ring. */
  until: (done: () => boolean) => Promise<void>
}

/** Waiting for what a test hears, without asking the clock. */
export function createBell(): Bell {
  const waiting = new Set<() => void>()
  return {
    ring: () => waiting.forEach((look) => look()),
    until: (done) =>
      new Promise((resolve) => {
        const look = () => {
          if (!done()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
