type Ticker = { runs: Set<() => void>; stop: () => void }

const tickers = new Map<number, Ticker>()

/** Runs every `period` ms while the page is visible and online. Callers with one period run together, so that one request serves them. */
export function poll(period: number, run: () => void): () => void {
  const ticker = tickers.get(period) ?? startTicker(period)
  ticker.runs.add(run)
  return () => {
    ticker.runs.delete(run)
    if (ticker.runs.size > 0) return
    ticker.stop()
    tickers.delete(period)
  }
}

function startTicker(period: number): Ticker {
  const runs = new Set<() => void>()
  let last = Date.now()
  const tick = () => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) return
    last = Date.now()
    for (const run of runs) run()
  }
  // Browsers slow down the timers of a hidden page, so a return polls at once.
  const onReturn = () => Date.now() - last >= period && tick()
  const timer = setInterval(tick, period)
  document.addEventListener('visibilitychange', onReturn)
  const ticker = {
    runs,
    stop() {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    },
  }
  tickers.set(period, ticker)
  return ticker
}
