import type { ProviderConfig } from '../../src/server/auth/providers/provider-config.ts'
import type { OidcServer } from './oidc-server.ts'

/** The configuration of a test's provider. */
export const providerOf = (
  { issuer, clientId, clientSecret }: Pick<OidcServer, 'issuer' | 'clientId' | 'clientSecret'>,
  more: Partial<ProviderConfig> = {},
): ProviderConfig => ({
  name: 'subok',
  label: 'Subok',
  clientId,
  clientSecret,
  audiences: [],
  issuer,
  issuerAliases: [],
  endpoints: {},
  scopes: ['openid', 'email'],
  fields: { subject: 'sub', email: 'email', emailVerified: 'email_verified' },
  provesEmail: 'claim',
  signsRequests: false,
  ...more,
})
