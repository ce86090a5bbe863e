import type { Tx } from '../../db/door.ts'
import type { Tools } from '../deps.ts'
import { lockUser } from '../lock-user.ts'
import { secondStepOff } from '../notices.ts'
import { tellOwner } from '../tell-owner.ts'

type Removal = {
  userId: string
  factorId: string
  /** A session that stays. */
  keep?: string
}

/**
 * Removes a second step. With the last one go the recovery codes, and every session is back at aal1. Otherwise the sessions that the lost
 * factor raised end, `keep` excepted. The owner gets a mail. False when the account has no such factor.
 */
export async function removeFactor(
  tools: Tools,
  tx: Tx,
  { userId, factorId, keep }: Removal,
  now: Date,
): Promise<boolean> {
  const owner = await lockUser(tx, userId)
  const { factors } = owner
  const gone = factors.find(({ id }) => id === factorId)
  if (!gone) return false
  if (gone.factor_type === 'recovery_code') {
    await forgetRecoveryCodes(tx, userId)
    return true
  }
  const isLast = !factors.some(
    ({ id, status, factor_type: type }) =>
      id !== factorId && status === 'verified' && type !== 'recovery_code',
  )
  if (gone.status === 'verified' && isLast) {
    await Promise.all([
      forgetRecoveryCodes(tx, userId),
      tx.query({
        text: `update auth.sessions set aal = 'aal1', factor_id = null
          where user_id = $1 and aal = 'aal2' and not amr @> '[{"method": "passkey"}]'`,
        values: [userId],
      }),
    ])
  } else {
    await tx.query({
      text: 'delete from auth.sessions where user_id = $1 and factor_id = $2 and id is distinct from $3::uuid',
      values: [userId, factorId, keep ?? null],
    })
  }
  await tx.query({ text: 'delete from auth.mfa_factors where id = $1', values: [factorId] })
  if (gone.status === 'verified') {
    await tellOwner(
      tools,
      tx,
      owner,
      { kind: 'second_step_off', about: factorId, letter: secondStepOff },
      now,
    )
  }
  return true
}

export async function forgetRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await Promise.all([
    tx.query({ text: 'delete from auth.recovery_codes where user_id = $1', values: [userId] }),
    tx.query({
      text: `delete from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code'`,
      values: [userId],
    }),
  ])
}
