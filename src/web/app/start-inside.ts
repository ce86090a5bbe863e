import { startPin } from '../domain/device/pin.ts'
import { startQueries } from '../lib/query.ts'

let isStarted = false

/** Adds what every page behind the guard needs, once. A part whose code comes later starts where that code is fetched. */
export function startInside(): void {
  if (isStarted) return
  isStarted = true
  startQueries()
  startPin()
}
