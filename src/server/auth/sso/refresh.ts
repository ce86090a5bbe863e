import type { Tools } from '../deps.ts'
import { refusal } from '../errors.ts'
import { fetchBounded, ProviderUnavailable } from '../providers/outbound.ts'
import { readIdpMetadata } from './metadata.ts'
import type { SsoProvider } from './providers.ts'

/** Organisations change their certificates. Metadata with an address is fetched anew once a day. */
const staleAfter = 86_400_000

const failed = (why: string) =>
  refusal(400, 'saml_metadata_fetch_failed', `Fetching the SAML Metadata failed: ${why}`)

/** The metadata at an address that an administrator gave. */
export async function fetchMetadata(url: string): Promise<string> {
  try {
    const answer = await fetchBounded(url, {
      method: 'GET',
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
    })
    if (answer.status !== 200) throw failed(`status ${answer.status}`)
    return await answer.text()
  } catch (error) {
    throw error instanceof ProviderUnavailable ? failed(error.message) : error
  }
}

/** The provider with fresh metadata, or as it was: a provider whose address is away still logs people in. */
export async function withFreshMetadata(
  tools: Tools,
  provider: SsoProvider,
  now: Date,
): Promise<SsoProvider> {
  const { metadata_url: url, fetched_at: last } = provider
  if (!url || (last && now.getTime() - last.getTime() < staleAfter)) return provider
  // The first request of the day tries. The others do not wait for it.
  const { rowCount } = await tools.db.asService((tx) =>
    tx.last({
      text: 'update auth.sso_providers set fetched_at = $2 where id = $1 and fetched_at is not distinct from $3',
      values: [provider.id, now, last],
    }),
  )
  if (rowCount !== 1) return provider
  try {
    const xml = await fetchMetadata(url)
    if (readIdpMetadata(xml, now).entityId !== provider.entity_id) throw new Error('another EntityID')
    await tools.db.asService((tx) =>
      tx.last({
        text: 'update auth.sso_providers set metadata_xml = $2 where id = $1',
        values: [provider.id, xml],
      }),
    )
    return { ...provider, metadata_xml: xml }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    tools.log(
      `The SAML metadata of provider ${provider.id} was not refreshed (${why}). The stored one is used.`,
    )
    return provider
  }
}
