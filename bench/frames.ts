import type { CDPSession, Page } from 'playwright-core'

/** Records the time of every frame from now on. */
export async function noteFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const drawn: number[] = []
    const note = (time: number) => {
      drawn.push(time)
      Reflect.set(globalThis, 'nextFrame', requestAnimationFrame(note))
    }
    Reflect.set(globalThis, 'drawn', drawn)
    Reflect.set(globalThis, 'nextFrame', requestAnimationFrame(note))
  })
}

/** Ends the recording. Returns the frames drawn in each whole second. */
export async function takeFrames(page: Page): Promise<number[]> {
  const drawn = await page.evaluate(() => {
    cancelAnimationFrame(Reflect.get(globalThis, 'nextFrame') as number)
    return Reflect.get(globalThis, 'drawn') as number[]
  })
  const from = drawn[0] ?? 0
  const whole = Math.floor(((drawn.at(-1) ?? 0) - from) / 1_000)
  const seconds = Array.from({ length: whole }, () => 0)
  for (const time of drawn) {
    const second = Math.floor((time - from) / 1_000)
    if (second < whole) seconds[second] = (seconds[second] ?? 0) + 1
  }
  return seconds
}

/** Memory after garbage collection, MB, and the nodes of the document. */
export async function weighPage(devtools: CDPSession): Promise<{ heap: number; nodes: number }> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN
  return { heap: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') }
}
