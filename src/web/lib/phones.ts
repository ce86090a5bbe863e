import { publicConfig } from './config.ts'
import { useHydrated } from './hydrated.ts'

/** True where people log in with a phone number too. */
export const hasPhones = (): boolean => publicConfig().features.auth?.phone === true

/** The same for a prerendered page, which knows no configuration before its script runs. */
export const usePhones = (): boolean => useHydrated() && hasPhones()
