import { limits } from '../../../shared/limits.ts'
import { publicConfig } from '../../lib/config.ts'

/** Characters of a new password. */
export const leastPassword = (): number => publicConfig().features.auth?.passwordLeast ?? limits.passwordMin

export const shortPassword = (password: string): string | undefined =>
  password.length < leastPassword()
    ? `Dapat may ${leastPassword()} characters o higit pa ang password`
    : undefined
