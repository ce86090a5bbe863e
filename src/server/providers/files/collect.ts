import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor'; execution: 'sync' }) => void

const betweenBytes = 4 * 1_048_576

/**
 * Collects garbage every 4 MB of streamed bytes. Chunks lie outside V8's heap, which collects too late for their size: 50 MB took 60 MB of
 * memory. With collections it takes 10 MB. A collection takes about a millisecond.
 */
export function clearAsItPasses(): (bytes: number) => void {
  let passed = 0
  return (bytes) => {
    passed += bytes
    if (passed < betweenBytes) return
    passed = 0
    collect({ type: 'minor', execution: 'sync' })
  }
}
