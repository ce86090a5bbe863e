import type { Statement, Tx } from '../../db/door.ts'
import { refusal } from '../errors.ts'
import type { User } from '../users.ts'
import type { Mapping } from './mapping.ts'

/** An identity provider of an organisation, as an administrator entered it. */
export type SsoProvider = {
  id: string
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  fetched_at: Date | null
  attribute_mapping: Mapping
  name_id_format: string | null
  disabled: boolean
  created_at: Date
  updated_at: Date
  domains: string[]
}

/** `rest` follows `from auth.sso_providers p`. */
export function selectProviders(rest: string, values: readonly unknown[] = []): Statement {
  return {
    text: `select p.*, array(select d.domain from auth.sso_domains d where d.sso_provider_id = p.id order by d.domain) as domains
      from auth.sso_providers p ${rest}`,
    values,
  }
}

/** The provider of a log-in, by its id or by a domain of its people. A disabled one is not found. */
export async function findProvider(tx: Tx, by: { id: string } | { domain: string }): Promise<SsoProvider> {
  const { rows } = await tx.query<SsoProvider>(
    'id' in by
      ? selectProviders('where p.id = $1 and not p.disabled', [by.id])
      : selectProviders(
          'where not p.disabled and p.id = (select d.sso_provider_id from auth.sso_domains d where d.domain = $1)',
          [by.domain],
        ),
  )
  if (rows[0]) return rows[0]
  const what = 'id' in by ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
  throw refusal(404, 'sso_provider_not_found', what)
}

/** True for an account that an organisation opens. The organisation manages its address and password. */
export function isOfOrganisation({ identities }: Pick<User, 'identities'>): boolean {
  return identities.some(({ provider }) => provider.startsWith('sso:'))
}
