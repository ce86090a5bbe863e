import * as v from 'valibot'
import { routes } from '../../shared/routes.ts'
import { readInput, type Operation } from './call.ts'

const most = 1_000
const input = v.strictObject({
  views: v.record(
    v.picklist(routes.map(({ path }) => path)),
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)),
  ),
})

/**
 * Counts the pages that a browser has shown, by route: no address, no person, no time of day. A session's token is not looked at. The wish
 * not to be tracked is heard here too, for clients that send anyway.
 */
export const pageViews: Operation = {
  signedOut: 'Not authenticated',
  visitors: true,
  pace: ['viewAccount', 'viewNetwork'],
  async answer({ db }, { request }) {
    const { views } = await readInput(request, input, new Map())
    const counted = Object.entries(views)
    const isSilent = request.headers.get('dnt') === '1' || request.headers.get('sec-gpc') === '1'
    if (counted.length > 0 && !isSilent) {
      const values = [counted.map(([route]) => route), counted.map(([, count]) => count)]
      await db.asService((tx) => tx.last({ text: 'select app.count_views($1, $2)', values }))
    }
    return Response.json({ success: true })
  },
}
