import * as v from 'valibot'
import { readInput, type Operation } from './call.ts'

/** Marks every conversation, mention and notice of the caller as read, and tells their other devices once. */
export const markAllRead: Operation = {
  signedOut: 'Not authenticated',
  pace: ['bellAccount', 'writeNetwork'],
  async answer({ db }, { request, claims }) {
    await readInput(request, v.strictObject({}), new Map())
    await db.as(claims, (tx) => tx.last({ text: 'select app.mark_all_read()' }))
    return Response.json({ success: true })
  },
}
