/**
 * /functions/v1: the product's own functions, as `@supabase/functions-js` 2.119 calls them (docs/wire.md). Each has a file and a row in
 * the list below. The client sends POST with a JSON object; every error is `{success: false, error}`.
 * Absent on purpose: functions that are not in the list (404), other methods (405), streams, and regions (ignored).
 */
import type { Claims } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { aiRefineText } from './ai-refine-text.ts'
import type { Operation, Tools } from './call.ts'
import { refusal, toResponse } from './errors.ts'
import { submitReport } from './submit-report.ts'
import { withdraw } from './withdraw.ts'

type Deps = Tools & {
  /** One line for the operator; never anything that a person wrote. */
  log: (line: string) => void
}

const operations: ReadonlyMap<string, Operation> = new Map([
  ['submit-report', submitReport],
  ['ai-refine-text', aiRefineText],
  ['withdraw', withdraw],
])

/** Answers every request; nothing is thrown. */
export function functionsGateway({
  log,
  ...tools
}: Deps): (request: Request, claims: Claims) => Promise<Response> {
  return async (request, claims) => {
    try {
      const operation = findOperation(request)
      if (!operation) throw refusal(404, 'There is no such function')
      if (request.method !== 'POST') throw refusal(405, 'Functions are called by POST', { allow: 'POST' })
      if (claims.role !== 'authenticated') throw refusal(401, operation.signedOut)
      return await operation.answer(tools, { request, claims })
    } catch (error) {
      const response = refuse(error, request)
      if (response.status === 500) log(`Fault in functions: ${describeFault(error)}`)
      return response
    }
  }
}

/** The answer to a call that ended with an error. */
export function refuse(error: unknown, request: Request): Response {
  const response = toResponse(error, findOperation(request)?.signedOut)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

function findOperation({ url }: Request): Operation | undefined {
  return operations.get(new URL(url).pathname.slice('/functions/v1/'.length))
}
