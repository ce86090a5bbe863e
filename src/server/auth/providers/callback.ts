import { isForm, readForm } from '../../http/body.ts'
import type { Tx } from '../../db/door.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { asRefusal, changedMeanwhile, invalid, refusal } from '../errors.ts'
import { codeForFlow } from '../flows.ts'
import { safeRedirect } from '../redirects.ts'
import { openSession, sessionBody, type Session } from '../sessions.ts'
import type { User } from '../users.ts'
import { callbackAddress, takeFlow } from './flows.ts'
import { landWithCode, landWithRefusal, landWithSession, leadTo } from '../landing.ts'
import { linkOrCreate, linkTo } from './link-or-create.ts'
import type { Proof } from './proof.ts'
import { askProvider } from './person.ts'
import { asProviderRefusal } from './provider-refusal.ts'

const formBytes = 16_384

/** GET /callback: the way back from a provider. It leads to the app, with a session, a code or a refusal. */
export const callback: Operation = async (tools, call) => {
  if (call.request.method === 'HEAD') return new Response(null, { status: 200 })
  const state = call.url.searchParams.get('state')
  const home = safeRedirect(null, '/auth/callback', tools.settings)
  try {
    await tools.limiter.take(call.now, ['providerNetwork', call.from])
    const flow = await takeFlow(tools, call, state)
    return await end(tools, call, flow).catch((error: unknown) => refuse(flow.redirectTo, error))
  } catch (error) {
    return refuse(home, error)
  }
}

/** POST /callback: some providers send a form. The browser sends its cookie with the navigation that follows, not with the form. */
export const callbackForm: Operation = async (tools, call) => {
  if (!isForm(call.request)) throw invalid('The body must be a form')
  const form = await readForm(call.request, formBytes)
  return leadTo(`${callbackAddress(tools)}?${form.toString()}`, {}, 303)
}

/** A fault of our own is logged by the gateway and shown as such. */
function refuse(to: string, error: unknown): Response {
  const refused = asRefusal(error)
  if (refused.status === 500) throw error
  return landWithRefusal(to, refused)
}

async function end(tools: Tools, call: Call, flow: Awaited<ReturnType<typeof takeFlow>>): Promise<Response> {
  const proof = await ask(tools, call, flow)
  const { now } = call
  const made = await tools.db.asService(async (tx) => {
    // Links only while the session that asked for it lives.
    const asker = flow.link && { user: { id: flow.link.userId }, session: { id: flow.link.sessionId } }
    const user = await (asker ? linkTo(tools, tx, asker, proof, now) : linkOrCreate(tools, tx, proof, now))
    if (flow.challenge) {
      const grant = { userId: user.id, challenge: flow.challenge, method: 'oauth' } as const
      return { code: await codeForFlow(tx, grant, now) }
    }
    return { user, session: await openFor(tools, tx, user, call) }
  })
  tools.mails.wake()
  return 'code' in made
    ? landWithCode(flow.redirectTo, made.code)
    : landWithSession(flow.redirectTo, await sessionBody(tools, made.user, made.session, now))
}

async function ask(
  tools: Tools,
  call: Call,
  { provider: name, secrets }: Awaited<ReturnType<typeof takeFlow>>,
): Promise<Proof> {
  const provider = tools.providers.find(name)
  // The operator removed it meanwhile.
  if (!provider) throw refusal(400, 'provider_disabled', `Provider (${name}) is not enabled`)
  const address = new URL(callbackAddress(tools))
  address.search = call.url.search
  try {
    return await provider.turns({ network: call.from }, () => askProvider(provider, address, secrets))
  } catch (error) {
    throw asProviderRefusal(tools, provider, error)
  }
}

/** The session of a person whom a provider proved. */
export async function openFor(tools: Tools, tx: Tx, user: User, call: Call): Promise<Session> {
  const session = await openSession(tools, tx, user, 'oauth', call)
  if (!session) throw changedMeanwhile()
  return session
}
