import type { Call, Tools } from './call.ts'
import { findPublic, findReadable, type StoredObject } from './objects.ts'
import { answerJson } from './respond.ts'

/** The metadata of a readable file. The client also uses it to test whether a file exists. */
export async function showInfo({ db }: Tools, call: Call): Promise<Response> {
  return answerInfo(await findReadable(db, call.claims, call))
}

export async function showPublicInfo({ db }: Tools, call: Call): Promise<Response> {
  return answerInfo(await findPublic(db, call))
}

function answerInfo({ metadata, ...object }: StoredObject): Response {
  return answerJson({
    id: object.id,
    name: object.name,
    bucket_id: object.bucket_id,
    version: object.id,
    size: metadata.size,
    content_type: metadata.mimetype,
    content_encoding: null,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata,
    last_modified: object.updated_at,
    created_at: object.created_at,
  })
}
