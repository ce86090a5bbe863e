import { isUuid } from '../../../shared/uuid.ts'
import { meaningOf } from '../../http/sqlstate.ts'
import type { Tx } from '../../db/door.ts'
import type { Call, Operation, Tools } from '../deps.ts'
import { invalid, refusal } from '../errors.ts'
import { flagField, readBody, textField, type Body } from '../input.ts'
import { isSafe } from '../providers/provider-config.ts'
import { readMapping } from './mapping.ts'
import { readIdpMetadata } from './metadata.ts'
import { selectProviders, type SsoProvider } from './providers.ts'
import { fetchMetadata } from './refresh.ts'

// The reference's calls for the identity providers of organisations. They work before SAML is switched on.

const nameIdFormats = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
]
const mostMetadata = 262_144
const mostDomains = 50
const mostProviders = 200

type Metadata = { url: string | null; xml: string; entityId: string }

/** GET /admin/sso/providers, without the metadata. */
export const listSsoProviders: Operation = async (tools) => {
  const { rows } = await tools.db.asService(
    (tx) => tx.last<SsoProvider>(selectProviders(`order by p.created_at, p.id limit ${mostProviders}`)),
    { readOnly: true },
  )
  return Response.json({ items: rows.map((row) => bodyOf(row, false)) })
}

/** GET /admin/sso/providers/{id} */
export const getSsoProvider: Operation = async (tools, call) => {
  const provider = await tools.db.asService((tx) => load(tx, call), { readOnly: true })
  return Response.json(bodyOf(provider, true))
}

/** POST /admin/sso/providers */
export const createSsoProvider: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  if (body['type'] !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
  const metadata = await readMetadata(body, call.now)
  if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set')
  const domains = readDomains(body) ?? []
  const made = await write(tools, domains, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      text: `insert into auth.sso_providers
          (entity_id, metadata_xml, metadata_url, fetched_at, attribute_mapping, name_id_format, disabled, created_at, updated_at)
        select $1, $2, $3, $4, $5, $6, $7, $4, $4 where (select count(*) from auth.sso_providers) < ${mostProviders}
        on conflict (entity_id) do nothing returning id`,
      values: [
        metadata.entityId,
        metadata.xml,
        metadata.url,
        call.now,
        JSON.stringify(readMapping(body)),
        readFormat(body) ?? null,
        flagField(body, 'disabled') ?? false,
      ],
    })
    if (!rows[0]) {
      throw refusal(
        422,
        'saml_idp_already_exists',
        `SAML Identity Provider with this EntityID (${metadata.entityId}) already exists`,
      )
    }
    return rows[0].id
  })
  return Response.json(bodyOf(made, true), { status: 201 })
}

/** PUT /admin/sso/providers/{id}: what is left out stays. */
export const updateSsoProvider: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const metadata = await readMetadata(body, call.now)
  const domains = readDomains(body)
  const mapping = 'attribute_mapping' in body ? readMapping(body) : undefined
  const format = readFormat(body)
  const changed = await write(tools, domains, async (tx) => {
    const held = await load(tx, call, 'for update of p')
    if (metadata && metadata.entityId !== held.entity_id) {
      throw refusal(
        400,
        'saml_entity_id_mismatch',
        `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${held.entity_id}' but got '${metadata.entityId}'`,
      )
    }
    await tx.query({
      text: `update auth.sso_providers set metadata_xml = coalesce($2, metadata_xml),
          metadata_url = case when $2::text is null then metadata_url else $3 end, fetched_at = case when $2::text is null then fetched_at else $7 end,
          attribute_mapping = coalesce($4, attribute_mapping), name_id_format = coalesce($5, name_id_format),
          disabled = coalesce($6, disabled), updated_at = $7 where id = $1`,
      values: [
        held.id,
        metadata?.xml ?? null,
        metadata?.url ?? null,
        mapping ? JSON.stringify(mapping) : null,
        format ?? null,
        flagField(body, 'disabled') ?? null,
        call.now,
      ],
    })
    return held.id
  })
  return Response.json(bodyOf(changed, true))
}

/** DELETE /admin/sso/providers/{id}. Its people's accounts stay, and nobody can open them: `disabled` can be undone. */
export const deleteSsoProvider: Operation = async (tools, call) => {
  const gone = await tools.db.asService(async (tx) => {
    const held = await load(tx, call, 'for update of p')
    await tx.query({ text: 'delete from auth.sso_providers where id = $1', values: [held.id] })
    return held
  })
  return Response.json(bodyOf(gone, true))
}

async function readMetadata(body: Body, now: Date): Promise<Metadata | undefined> {
  const given = textField(body, 'metadata_xml', mostMetadata)
  const url = textField(body, 'metadata_url')
  if (given && url) throw invalid('Only one of metadata_xml or metadata_url needs to be set')
  if (url && !URL.canParse(url)) throw invalid('metadata_url is not a valid URL')
  if (url && !isSafe(url)) throw invalid('metadata_url is not a HTTPS URL')
  const xml = given ?? (url && (await fetchMetadata(url)))
  if (!xml) return undefined
  return { url: url ?? null, xml, entityId: readIdpMetadata(xml, now).entityId }
}

function readFormat(body: Body): string | undefined {
  const format = textField(body, 'name_id_format')
  if (format && !nameIdFormats.includes(format)) {
    throw invalid(`name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`)
  }
  return format
}

function readDomains({ domains }: Body): string[] | undefined {
  if (domains === undefined || domains === null) return undefined
  if (!Array.isArray(domains) || domains.length > mostDomains) {
    throw invalid(`domains must be a list of at most ${mostDomains}`)
  }
  const read = domains.map((domain: unknown) => {
    const text = typeof domain === 'string' ? domain.trim().toLowerCase() : ''
    if (text.length > 253 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text))
      throw invalid('domains holds a text that is no domain')
    return text
  })
  return [...new Set(read)]
}

async function load(tx: Tx, { params: [id = ''] }: Call, lock: '' | 'for update of p' = '') {
  const { rows } = isUuid(id)
    ? await tx.query<SsoProvider>(selectProviders(`where p.id = $1 ${lock}`, [id]))
    : { rows: [] }
  if (!rows[0]) throw refusal(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
  return rows[0]
}

/** Writes a provider and its domains. `domains` undefined leaves them. */
async function write(
  tools: Tools,
  domains: readonly string[] | undefined,
  work: (tx: Tx) => Promise<string>,
): Promise<SsoProvider> {
  try {
    return await tools.db.asService(async (tx) => {
      const id = await work(tx)
      if (domains) {
        await tx.query({
          text: 'delete from auth.sso_domains where sso_provider_id = $1 and domain <> all ($2)',
          values: [id, domains],
        })
        await tx.query({
          text: `insert into auth.sso_domains (domain, sso_provider_id) select one, $1 from unnest($2::text[]) one
            where not exists (select from auth.sso_domains d where d.domain = one and d.sso_provider_id = $1)`,
          values: [id, domains],
        })
      }
      const { rows } = await tx.query<SsoProvider>(selectProviders('where p.id = $1', [id]))
      if (!rows[0]) throw refusal(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
      return rows[0]
    })
  } catch (error) {
    if (meaningOf(error) !== 'duplicate') throw error
    throw refusal(
      400,
      'sso_domain_already_exists',
      'An SSO domain of this list is assigned to another provider',
    )
  }
}

function bodyOf(provider: SsoProvider, withMetadata: boolean): Record<string, unknown> {
  const { id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format, disabled, domains } =
    provider
  return {
    id,
    disabled,
    saml: {
      entity_id,
      ...(withMetadata && { metadata_xml }),
      ...(metadata_url && { metadata_url }),
      attribute_mapping,
      ...(name_id_format && { name_id_format }),
    },
    domains: domains.map((domain) => ({ domain })),
    created_at: provider.created_at.toISOString(),
    updated_at: provider.updated_at.toISOString(),
  }
}
