import { isUuid } from '../../../shared/uuid.ts'
import { isForm, readForm } from '../../http/body.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { codeForFlow } from '../flows.ts'
import { refusal } from '../errors.ts'
import { landWithCode, leadTo } from '../landing.ts'
import { linkOrCreate } from '../providers/link-or-create.ts'
import type { Proof } from '../providers/proof.ts'
import type { Assertion } from './answer.ts'
import { withSaml } from './begin.ts'
import { mapAttributes } from './mapping.ts'
import { findProvider, type SsoProvider } from './providers.ts'
import { verifyAnswer } from './verify-answer.ts'
import { withPage } from './with-page.ts'
import { XmlError } from './xml.ts'

const formBytes = 524_288

type Waiting = {
  id: string
  request_id: string
  sso_provider_id: string
  redirect_to: string
  code_challenge: string
  by_cookie: boolean
}

/**
 * POST /sso/saml/acs: the browser brings the answer of the identity provider, which must answer a log-in that began here. Another site could
 * plant an unasked answer (login CSRF).
 */
export const takeAnswer: Operation = withPage(withSaml(takePosted))

async function takePosted(tools: Tools, call: Call): Promise<Response> {
  if (!isForm(call.request)) throw notValid('it must be sent as a form')
  const form = await readForm(call.request, formBytes)
  await tools.limiter.take(call.now, ['ssoNetwork', call.from], ['ssoAnswerNetwork', call.from])
  const waiting = await findWaiting(tools, form.get('RelayState'), call.now)
  const by = { id: waiting.sso_provider_id }
  const provider = await tools.db.asService((tx) => findProvider(tx, by), { readOnly: true })
  const answer = form.get('SAMLResponse') ?? ''
  const { request_id: requestId } = waiting
  const assertion = await verifyAnswer(tools.settings, provider, requestId, answer, call.now).catch(
    (error: unknown) => {
      throw error instanceof XmlError ? notValid(error.message) : error
    },
  )
  const code = await tools.db.asService(async (tx) => {
    const taken = await tx.query({
      text: 'update auth.saml_requests set answered_at = $2 where id = $1 and answered_at is null',
      values: [waiting.id, call.now],
    })
    if (taken.rowCount !== 1) throw unknownRequest()
    const user = await linkOrCreate(tools, tx, proofOf(provider, assertion), call.now)
    const { code_challenge: challenge } = waiting
    return codeForFlow(tx, { userId: user.id, challenge, method: 'sso/saml' }, call.now)
  })
  await tools.limiter.giveBack(['ssoAnswerNetwork', call.from])
  if (!waiting.by_cookie) return landWithCode(waiting.redirect_to, code)
  const next = new URLSearchParams({ request: waiting.id, code })
  return leadTo(`${tools.settings.publicUrl}/auth/v1/sso/saml/continue?${next.toString()}`, {}, 303)
}

const unknownRequest = () =>
  refusal(403, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?')

async function findWaiting(tools: Tools, relayState: string | null, now: Date): Promise<Waiting> {
  if (!relayState || !isUuid(relayState)) throw unknownRequest()
  const { rows } = await tools.db.asService(
    (tx) =>
      tx.last<Waiting>({
        text: 'select * from auth.saml_requests where id = $1 and answered_at is null and expires_at > $2',
        values: [relayState, now],
      }),
    { readOnly: true },
  )
  if (!rows[0]) throw unknownRequest()
  return rows[0]
}

const notValid = (why: string) =>
  refusal(403, 'saml_assertion_invalid', `SAML Assertion is not valid: ${why}`)

/** An account of its own: an organisation must not open an account that its person made before. */
function proofOf(provider: SsoProvider, { subject, attributes }: Assertion): Proof {
  return {
    provider: `sso:${provider.id}`,
    subject,
    emailProved: false,
    data: { ...mapAttributes(provider.attribute_mapping, attributes), iss: provider.entity_id },
    mayLink: false,
  }
}
