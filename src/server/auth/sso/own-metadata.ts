import { X509Certificate } from 'node:crypto'
import type { Operation } from '../deps.ts'
import { withSaml } from './begin.ts'
import { ownMetadata } from './metadata.ts'

/** GET /sso/saml/metadata: what an identity provider must know of this server. */
export const showMetadata: Operation = withSaml(async ({ settings }) => {
  const { certificate } = settings.saml?.signing ?? {}
  const raw = certificate && new X509Certificate(certificate).raw.toString('base64')
  return new Response(ownMetadata(settings.publicUrl, raw), {
    headers: { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'public, max-age=600' },
  })
})
