/** Rejects at the time limit, because some waits of the clients take no signal. Starts no work after the limit. */
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
