import type { Db } from '../db/door.ts'
import type { Files } from '../providers/files/index.ts'

/** Deletes bytes that nothing names any more, every ten minutes. Returns a function that stops. */
export function startSweep(deps: { db: Db; files: Files; log: (line: string) => void }): () => void {
  throw new Error(`Being built: ${typeof deps}`)
}

/** One round of it; resolves to how many were deleted. */
export async function sweepFiles(deps: { db: Db; files: Files }, at = new Date()): Promise<number> {
  throw new Error(`Being built: ${typeof deps} ${String(at)}`)
}
