import { freeLimits, type Limits, premiumLimits } from '../../shared/plans.ts'
import type { Operation } from './call.ts'

/** The caller's plan, uses and caps, as the database counts them when it reserves a use. */
export const myLimits: Operation = {
  method: 'GET',
  signedOut: 'Not authenticated',
  async answer({ db, quotaDays }, { claims }) {
    const { refinements, emi, uploadsADay } = freeLimits
    const statement = {
      text: 'select app.my_limits($1, $2, $3, $4) as counted',
      values: [refinements, emi, uploadsADay, quotaDays],
    }
    const { rows } = await db.as(claims, (tx) =>
      tx.last<{ counted: Omit<Limits, 'upload_bytes'> }>(statement),
    )
    const counted = rows[0]?.counted
    if (!counted) throw new Error('app.my_limits returned no row')
    const { uploadBytes } = counted.is_premium ? premiumLimits : freeLimits
    return Response.json({
      success: true,
      limits: { ...counted, upload_bytes: uploadBytes } satisfies Limits,
    })
  },
}
