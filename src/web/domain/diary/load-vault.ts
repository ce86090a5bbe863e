import { importQuietly } from '../../lib/chunks.ts'

export const loadVault = () => importQuietly(() => import('./vault.ts'))
