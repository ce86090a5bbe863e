import { importQuietly } from '../../lib/chunks.ts'

/** Fetches what seals and opens entries. A diary without a lock never needs it. */
export const loadVault = () => importQuietly(() => import('./vault.ts'))
