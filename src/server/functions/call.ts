import * as v from 'valibot'
import type { Cleaner } from '../cleaning/cleaner.ts'
import type { Claims, Db } from '../db/door.ts'
import type { Pace } from '../http/limits.ts'
import { BodyError, readJson } from '../http/body.ts'
import type { Bucket } from '../http/limiter.ts'
import type { Turns } from '../http/turns.ts'
import type { Erasure } from '../erasure/erasure.ts'
import type { Mailing } from '../mail/queued-mail.ts'
import type { Files } from '../providers/files/index.ts'
import { refusal } from './errors.ts'
import type { Gifs } from '../providers/gifs/gifs.ts'
import type { Payments } from '../payments/payments.ts'
import type { Refiner } from './refiner.ts'
import type { Tally } from './polls/tally.ts'
import type { Emi } from './emi/index.ts'

export type Tools = {
  db: Db
  refiner: Refiner
  emi: Emi
  gifs: Gifs
  tally: Tally
  erasure: Erasure
  /** Checks passwords in the lane of one account. */
  passwordsOf: (lane: string) => { verify(password: string, stored: string | null): Promise<boolean> }
  /** Days that a use counts against the free quota; 0: for ever. */
  quotaDays: number
  uploads: Uploads
  takeaways: Takeaways
  /** Undefined: nobody can pay here. */
  payments: Payments | undefined
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
  shared: Shared
  mailing: Mailing
}

/** The server's own share of the database and of its budget, for work that many people wait for. One caller's flood does not delay it. */
export type Shared = {
  db: Db
  /** Whether the server's budget allows one more answer of Emi by the language model. */
  mayAskModel: () => Promise<boolean>
  /** Whether the operator may get one more mail about a message of the contact form. */
  mayMailOperator: () => Promise<boolean>
  /** Whether the operator may get one more mail about a proof of payment now. */
  mayMailOfProof: () => Promise<boolean>
}

export type Uploads = {
  files: Files
  cleaner: Cleaner
  turns: Turns
  /** In front of a file's path in the answer. */
  publicUrl: string
  now: () => number
}

export type Takeaways = {
  turns: Turns
  /** The script of the page that opens a locked diary. Empty when the web app is not built. */
  opener: string
  log: (line: string) => void
}

type Call = {
  request: Request
  claims: Claims
  now: Date
  /** Takes a point from each bucket, or refuses with the seconds to wait. */
  take: (...buckets: Bucket[]) => Promise<void>
}

export type Operation = {
  /** POST unless the function only reads. */
  method?: 'GET'
  signedOut: string
  /** Visitors may call it too, with the public key. */
  visitors?: true
  /** A visitor has no account, so only the network's pace counts. A read may have none: the fair queue bounds it. */
  pace?: Pace
  /** The pace is taken by the first transaction of `answer`, which comes before any other effect. */
  paceTravels?: true
  /** Longest body that is read although the call is refused, in bytes. */
  readsOut?: number
  answer: (tools: Tools, call: Call) => Promise<Response>
}

const longestBody = 65_536

/** The JSON body by its schema, or a 400 with the sentence for the first wrong field. */
export async function readInput<T>(
  request: Request,
  schema: v.GenericSchema<unknown, T>,
  sentences: ReadonlyMap<string, string>,
): Promise<T> {
  if (!request.headers.has('content-type')) {
    throw new BodyError('media_type', 'The body must be application/json')
  }
  const body = await readJson(request, longestBody)
  // An array would pass as an object without fields.
  const parsed = v.safeParse(schema, Array.isArray(body) ? undefined : body)
  if (parsed.success) return parsed.output
  const field = v.getDotPath(parsed.issues[0])
  if (!field) throw refusal(400, 'The body must be a JSON object.')
  const generic = `The field "${field.slice(0, 60).toWellFormed()}" is missing, unknown or wrong.`
  throw refusal(400, sentences.get(field) ?? generic)
}
