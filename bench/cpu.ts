import { readdirSync, readFileSync } from 'node:fs'

/**
 * CPU time of processes since their start, ms, all threads together. A busy neighbour changes it far less than the clock. Linux only;
 * elsewhere `undefined`.
 */
export function cpuTime(pids: readonly number[]): number | undefined {
  try {
    const threads = pids.flatMap((pid) =>
      readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`),
    )
    return threads.reduce((sum, path) => sum + readThread(path), 0) / 1e6
  } catch {
    return undefined
  }
}

/** Processes whose parent is `pid`. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

function readThread(path: string): number {
  return Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ')[0])
}

/** Resident memory of a process in MB. */
export function memoryOf(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * 4_096) / 1e6
  } catch {
    return undefined
  }
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
