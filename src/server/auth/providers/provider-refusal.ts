import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { Refusal } from '../../http/refusal.ts'
import type { Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import type { Provider } from './clients.ts'
import { ProviderUnavailable } from './outbound.ts'

/**
 * A failure of a log-in at a provider, as a refusal. Words of the provider are never repeated: they stand in an address that the person
 * opens. The log names the kind of the failure and no person.
 */
export function asProviderRefusal(tools: Pick<Tools, 'log'>, { config }: Provider, error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? refusal(403, 'access_denied', `The log-in at ${config.label} was cancelled`)
      : failed(tools, config, /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'an unknown error')
  }
  if (error instanceof ResponseBodyError) {
    return failed(tools, config, /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'an unknown error')
  }
  const cause = error instanceof ClientError ? error.cause : error
  if (cause instanceof ProviderUnavailable) {
    tools.log(`Log-in provider ${config.name} failed: ${cause.message}`)
    return refusal(503, 'unexpected_failure', `${config.label} does not answer right now`, { retryAfter: 5 })
  }
  if (error instanceof ClientError) return failed(tools, config, error.code ?? 'an unknown answer')
  return error
}

function failed(tools: Pick<Tools, 'log'>, { name, label }: Provider['config'], what: string): Refusal {
  tools.log(`Log-in provider ${name} gave no person: ${what}`)
  return refusal(403, 'bad_oauth_callback', `${label} did not confirm the log-in`)
}
