import { importQuietly } from '../../lib/chunks.ts'

/** Fetches the cryptography. A diary without a lock never needs it. */
export const loadVault = () => importQuietly(() => import('./vault.ts'))
