/**
 * /functions/v1: the product's own functions, as `@supabase/functions-js` 2.119 calls them (docs/wire.md). Each has a file and an entry in
 * the list below. Clients POST a JSON object or a form, and GET functions that only read. Every error is `{success: false, error}`.
 * Left out on purpose: unlisted functions (404), other methods (405), streams, regions (ignored).
 */
import type { Claims, Db } from '../db/door.ts'
import { readOut } from '../http/body.ts'
import { fairDb, turnKeyOf } from '../http/fair-db.ts'
import { describeFault } from '../http/fault.ts'
import type { Keys } from '../http/keys.ts'
import { createLimiter, type Bucket } from '../http/limiter.ts'
import { turnLimits, type LimitMode, type RateLimitName } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { FilesUnavailable } from '../providers/files/errors.ts'
import { aiRefineText } from './ai-refine-text.ts'
import type { Operation, Tools, Uploads } from './call.ts'
import { createPoll } from './create-poll.ts'
import { deletePoll } from './delete-poll.ts'
import { deleteUserData } from './delete-user-data.ts'
import { emebotChat } from './emebot-chat.ts'
import { fetchPolls } from './fetch-polls.ts'
import { forgetEmi } from './forget-emi.ts'
import { gifs } from './gifs.ts'
import { manualPaymentsNotify } from './manual-payments-notify.ts'
import { markAllRead } from './mark-all-read.ts'
import { myData } from './my-data.ts'
import { myLimits } from './my-limits.ts'
import { paymongoCreateSession } from './paymongo-create-session.ts'
import { refusal, tooBusy, tooMany, toResponse } from './errors.ts'
import { pageViews } from './page-views.ts'
import { sendContactEmail } from './send-contact-email.ts'
import { submitReport } from './submit-report.ts'
import { uploadChatFile } from './upload-chat-file.ts'
import { voteOnPoll } from './vote-on-poll.ts'
import { withdraw } from './withdraw.ts'

type Deps = Omit<Tools, 'uploads' | 'takeaways' | 'shared'> & {
  uploads: Omit<Uploads, 'turns' | 'now'>
  /** The script that opens a locked diary in a downloaded page. */
  diaryOpener: string
  keys: Pick<Keys, 'secret'>
  /** `relaxed` is for tests and load generators. */
  limits: LimitMode
  clock?: (() => number) | undefined
}

const operations: ReadonlyMap<string, Operation> = new Map([
  ['submit-report', submitReport],
  ['ai-refine-text', aiRefineText],
  ['emebot-chat', emebotChat],
  ['forget-emi', forgetEmi],
  ['gifs', gifs],
  ['withdraw', withdraw],
  ['mark-all-read', markAllRead],
  ['my-limits', myLimits],
  ['upload-chat-file', uploadChatFile],
  ['send-contact-email', sendContactEmail],
  ['page-views', pageViews],
  ['my-data', myData],
  ['delete-user-data', deleteUserData],
  ['fetch-polls', fetchPolls],
  ['create-poll', createPoll],
  ['vote-on-poll', voteOnPoll],
  ['delete-poll', deletePoll],
  ['paymongo-create-session', paymongoCreateSession],
  ['manual-payments-notify', manualPaymentsNotify],
])

export function functionsGateway({
  keys: { secret },
  limits: mode,
  clock = Date.now,
  uploads: places,
  diaryOpener: opener,
  ...tools
}: Deps): (request: Request, claims: Claims, from: string) => Promise<Response> {
  const turns = createTurns({ ...turnLimits.uploads, refuse: tooBusy })
  const uploads = { ...places, turns, now: clock }
  const takeaways = {
    turns: createTurns({ ...turnLimits.takeaways, refuse: tooBusy }),
    opener,
    log: tools.log,
  }
  const limiterOf = (db: Db) => createLimiter({ db, secret, mode, refuse: tooMany })
  const ownDb = fairDb(tools.db, {}, tooBusy)
  const ownLimiter = limiterOf(ownDb)
  const mayTake = (name: RateLimitName) => () => ownLimiter.tryTake(new Date(clock()), [name])
  const shared = {
    db: ownDb,
    mayAskModel: mayTake('emiModel'),
    mayMailOperator: mayTake('contactMail'),
    mayMailOfProof: mayTake('proofMail'),
  }
  return async (request, claims, from) => {
    try {
      const operation = findOperation(request)
      if (!operation) throw refusal(404, 'There is no such function')
      const { method = 'POST' } = operation
      if (request.method !== method)
        throw refusal(
          405,
          `${method === 'POST' ? 'Functions are' : 'This function is'} called by ${method}`,
          { allow: method },
        )
      const isVisitor = claims.role === 'anon' && operation.visitors === true
      if (!isVisitor && claims.role !== 'authenticated') throw refusal(401, operation.signedOut)
      const db = fairDb(tools.db, turnKeyOf(claims, from), tooBusy)
      const limiter = limiterOf(db)
      const now = new Date(clock())
      const take = (...buckets: Bucket[]) => limiter.take(now, ...buckets)
      const { pace, paceTravels } = operation
      const asked = pace && ([now, pace, claims.sub ?? '', from] as const)
      if (pace && isVisitor) await take([pace[1], from])
      else if (asked && !paceTravels) await limiter.takePace(...asked)
      const door = asked && paceTravels ? limiter.pacedDb(...asked) : db
      return await operation.answer(
        { ...tools, uploads, takeaways, shared, db: door },
        { request, claims, now, take },
      )
    } catch (error) {
      if (error instanceof FilesUnavailable) tools.log(`Files: ${error.message}`)
      const response = refuse(error, request)
      if (response.status === 500) tools.log(`Fault in functions: ${describeFault(error)}`)
      await readOut(request, findOperation(request)?.readsOut)
      return response
    }
  }
}

export function refuse(error: unknown, request: Request): Response {
  const response = toResponse(error, findOperation(request)?.signedOut)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

function findOperation({ url }: Request): Operation | undefined {
  return operations.get(new URL(url).pathname.slice('/functions/v1/'.length))
}
