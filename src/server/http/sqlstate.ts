import { DatabaseUnavailable, isDatabaseError } from '../db/door.ts'

/** The meaning of a database error. The gateway chooses status and message. */
export type Meaning =
  | 'bad_value'
  | 'check_violated'
  | 'constraint_violated'
  /** A write conflict. Nothing was stored and the request may pass when repeated. */
  | 'contended'
  | 'duplicate'
  | 'forbidden'
  | 'internal'
  | 'missing_reference'
  | 'other'
  /** PostgreSQL is out of memory, disk or connections. */
  | 'out_of_resources'
  | 'quota_reached'
  | 'read_only'
  | 'role_refused'
  | 'session_ended'
  | 'timeout'
  | 'too_complex'
  | 'unavailable'
  | 'unknown_name'

const byCode: Readonly<Record<string, Meaning>> = {
  '23503': 'missing_reference',
  '23505': 'duplicate',
  '23514': 'check_violated',
  '25006': 'read_only',
  '40001': 'contended',
  '40P01': 'contended',
  '42501': 'forbidden',
  '42883': 'unknown_name',
  '42P01': 'unknown_name',
  '42P17': 'internal',
  '53400': 'internal',
  '54000': 'quota_reached',
  '55P03': 'contended',
  '57014': 'timeout',
  '57P01': 'unavailable',
  P0001: 'other',
  PT401: 'session_ended',
}

const byClass: Readonly<Record<string, Meaning>> = {
  '08': 'unavailable',
  '0L': 'role_refused',
  '0P': 'role_refused',
  '22': 'bad_value',
  '23': 'constraint_violated',
  '25': 'internal',
  '28': 'role_refused',
  '2D': 'internal',
  '38': 'internal',
  '39': 'internal',
  '3B': 'internal',
  '40': 'internal',
  '53': 'out_of_resources',
  '54': 'too_complex',
  '55': 'internal',
  '57': 'internal',
  '58': 'internal',
  F0: 'internal',
  HV: 'internal',
  P0: 'internal',
  XX: 'internal',
}

export function meaningOf(error: unknown): Meaning | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable'
  if (!isDatabaseError(error)) return undefined
  return byCode[error.code] ?? byClass[error.code.slice(0, 2)] ?? 'other'
}
