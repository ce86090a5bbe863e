import type { Call, Tools } from './call.ts'
import { noSuchBucket, notBuilt, refusal } from './errors.ts'
import { bucketColumns } from './objects.ts'
import { answerJson } from './respond.ts'

export async function listBuckets(tools: Tools, { claims }: Call): Promise<Response> {
  requireService(claims)
  return answerJson(await readBuckets(tools))
}

export async function showBucket(tools: Tools, { claims, bucket }: Call): Promise<Response> {
  requireService(claims)
  const found = (await readBuckets(tools)).find(({ id }) => id === bucket)
  if (!found) throw noSuchBucket()
  return answerJson(found)
}

export async function refuseBucketChange(_: Tools, { claims }: Call): Promise<Response> {
  requireService(claims)
  throw notBuilt('Making and changing buckets, which migrations do,')
}

function requireService({ role }: Call['claims']): void {
  if (role !== 'service_role') throw refusal('AccessDenied', 'Buckets are for the service')
}

async function readBuckets({ db }: Tools): Promise<{ id: string }[]> {
  const { rows } = await db.asService(
    (tx) =>
      tx.last<{ id: string }>({
        text: `select ${bucketColumns}, b.name, b.created_at, b.created_at as updated_at, '' as owner, 'STANDARD' as type
          from storage.buckets b order by b.id`,
      }),
    { readOnly: true },
  )
  return rows
}
