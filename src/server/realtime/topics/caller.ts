import type { Claims } from '../../db/door.ts'

export type Caller = { claims: Claims; expiresAt: number }

export const roles: Record<'anon' | 'service_role', Caller> = {
  anon: { claims: { role: 'anon' }, expiresAt: Infinity },
  service_role: { claims: { role: 'service_role' }, expiresAt: Infinity },
}
