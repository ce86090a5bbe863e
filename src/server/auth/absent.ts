import type { Operation } from './deps.ts'
import { refusal } from './errors.ts'

/** POST /token with a grant that the reference lacks too. */
export const otherGrant: Operation = async () => {
  throw refusal(400, 'invalid_credentials', 'unsupported_grant_type')
}
