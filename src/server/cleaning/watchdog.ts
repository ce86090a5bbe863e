// Ends the cleaning process when a file costs too much, also while its main thread is busy.
import { parentPort } from 'node:worker_threads'
import { tooMuchMemory, tooMuchTime, type CleanLimits } from './process.ts'

let limits: CleanLimits | undefined
let usedBefore = process.cpuUsage()

// Looks every 10 ms: a short excess of memory is harmless, endless growth is not.
setInterval(keepLimits, 10)
parentPort?.on('message', (next: CleanLimits | undefined) => {
  limits = next
  usedBefore = process.cpuUsage()
  keepLimits()
  parentPort?.postMessage('watching', [])
})

function keepLimits(): void {
  if (!limits) return
  if (process.memoryUsage.rss() > limits.memory) process.kill(process.pid, tooMuchMemory)
  const { user, system } = process.cpuUsage(usedBefore)
  if ((user + system) / 1_000 > limits.milliseconds) process.kill(process.pid, tooMuchTime)
}
