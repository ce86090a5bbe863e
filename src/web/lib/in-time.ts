/** Does the work, or rejects at the time limit: some waits of the clients know no signal. Starts nothing after the limit. */
export function inTime<Answer>(
  signal: AbortSignal | undefined,
  work: () => PromiseLike<Answer>,
): PromiseLike<Answer> {
  if (!signal) return work()
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new Error('Timed out'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })
  return signal.aborted ? late : Promise.race([work(), late])
}
