import { randomBytes } from 'node:crypto'
import * as oidc from 'openid-client'
import { keyedHash, sha256 } from '../../http/keyed-hash.ts'
import type { Call, Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { browserCookie, flowMinutes, readBrowser } from './browser.ts'
import type { Provider } from './clients.ts'
import type { FlowSecrets } from './person.ts'

/** What a log-in at a provider leads to. */
type Goal = {
  redirectTo: string
  /** The client's PKCE challenge: it gets a code in place of a session. */
  challenge: string | undefined
  /** The account that gets one more identity, and its session. */
  link: { userId: string; sessionId: string } | undefined
}
type Flow = Goal & { provider: string }

/** The address at which providers send people back. The operator registers it there. */
export const callbackAddress = ({ settings }: Pick<Tools, 'settings'>) =>
  `${settings.publicUrl}/auth/v1/callback`

/**
 * Begins a log-in at the provider. Only the browser with the cookie can end it: nobody ends a log-in that another person began (login
 * CSRF), and a stolen address of the callback is worth nothing.
 */
export async function beginFlow(
  tools: Tools,
  call: Call,
  provider: Provider,
  goal: Goal,
  passed: Readonly<Record<string, string>>,
): Promise<{ address: URL; cookie: string }> {
  const { secret } = tools.keys
  const client = await provider.turns({ network: call.from }, () => provider.client())
  const { browser, cookie } = browserCookie(tools, call.request)
  const { state, nonce, verifier } = secretsOf(secret, randomBytes(32).toString('base64url'))
  await tools.db.asService((tx) =>
    tx.last({
      text: `insert into auth.provider_flows
          (state_hash, browser_hash, provider, redirect_to, code_challenge, user_id, session_id, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz + make_interval(mins => ${flowMinutes}))`,
      values: [
        sha256(state),
        browserHash(secret, browser),
        provider.config.name,
        goal.redirectTo,
        goal.challenge ?? null,
        goal.link?.userId ?? null,
        goal.link?.sessionId ?? null,
        call.now,
      ],
    }),
  )
  const address = oidc.buildAuthorizationUrl(client, {
    ...passed,
    redirect_uri: callbackAddress(tools),
    response_type: 'code',
    scope: provider.config.scopes.join(' '),
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.config.issuer && { nonce }),
  })
  return { address, cookie }
}

/** Ends the flow of this state, once, in the browser that began it. */
export async function takeFlow(
  tools: Tools,
  call: Call,
  state: string | null,
): Promise<Flow & { secrets: FlowSecrets }> {
  const browser = readBrowser(tools, call.request)
  const { secret } = tools.keys
  if (!state || !/^[\w-]{43}$/.test(state) || !browser) throw badState()
  const { rows } = await tools.db.asService((tx) =>
    tx.last<{
      provider: string
      redirect_to: string
      code_challenge: string | null
      user_id: string | null
      session_id: string | null
    }>({
      text: `delete from auth.provider_flows where state_hash = $1 and browser_hash = $2 and expires_at > $3
        returning provider, redirect_to, code_challenge, user_id, session_id`,
      values: [sha256(state), browserHash(secret, browser), call.now],
    }),
  )
  const row = rows[0]
  if (!row) throw badState()
  const { user_id: userId, session_id: sessionId } = row
  return {
    provider: row.provider,
    redirectTo: row.redirect_to,
    challenge: row.code_challenge ?? undefined,
    link: userId && sessionId ? { userId, sessionId } : undefined,
    secrets: secretsOf(secret, state),
  }
}

const badState = () =>
  refusal(
    400,
    'bad_oauth_state',
    'This log-in was not begun in this browser, or it is over. Please begin again.',
  )

/** Nonce and verifier follow from the state, so the row holds neither. */
function secretsOf(secret: Buffer, state: string): FlowSecrets {
  const derive = (label: string) => keyedHash(secret, label, state).toString('base64url')
  return { state, nonce: derive('provider nonce'), verifier: derive('provider verifier') }
}

const browserHash = (secret: Buffer, browser: string) => keyedHash(secret, 'provider browser', browser)
