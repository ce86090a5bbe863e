import { listBuckets, refuseBucketChange, showBucket } from './buckets.ts'
import type { Call, Tools } from './call.ts'
import { downloadObject, downloadPublic } from './download.ts'
import type { Refusal } from '../http/refusal.ts'
import { imageTransformation, notBuilt, refusal } from './errors.ts'
import { showInfo, showPublicInfo } from './info.ts'
import { decodeBucket, decodeKey, quote } from './key.ts'
import { listObjects } from './list.ts'
import { copyObject, moveObject } from './relocate.ts'
import { removeObject, removeObjects } from './remove.ts'
import { downloadSigned, signObject, signObjects } from './sign.ts'
import { signUpload, uploadSigned } from './signed-upload.ts'
import { uploadObject } from './upload.ts'

type Operation = (tools: Tools, call: Call) => Promise<Response>
type Methods = Readonly<Partial<Record<string, Operation>>>

const reading = (operation: Operation): Methods => ({ GET: operation, HEAD: operation })
const bucketHere = '(?<bucket>[^/]+)'
const objectHere = `${bucketHere}/(?<key>.+)`

/** Takes a point of the account and one of the network. Uploads take theirs after the policies. */
const paced =
  (operation: Operation): Operation =>
  async (tools, call) => {
    const { claims, from } = call
    if (claims.sub) {
      await tools.limiter.takePace(new Date(tools.now()), ['fileAccount', 'writeNetwork'], claims.sub, from)
    }
    return operation(tools, call)
  }

/** Addresses after `/storage/v1/`. The first match counts, because the last patterns would take words of the others for bucket names. */
const routes: readonly (readonly [path: RegExp, methods: Methods])[] = (
  [
    ['bucket', { ...reading(listBuckets), POST: refuseBucketChange }],
    [`bucket/${bucketHere}`, { ...reading(showBucket), PUT: refuseBucketChange, DELETE: refuseBucketChange }],
    [`bucket/${bucketHere}/empty`, { POST: refuseBucketChange }],
    [`object/list/${bucketHere}`, { POST: listObjects }],
    ['object/move', { POST: paced(moveObject) }],
    ['object/copy', { POST: paced(copyObject) }],
    [`object/sign/${bucketHere}`, { POST: paced(signObjects) }],
    [`object/sign/${objectHere}`, { ...reading(downloadSigned), POST: paced(signObject) }],
    [`object/upload/sign/${objectHere}`, { POST: signUpload, PUT: uploadSigned }],
    [`object/info/public/${objectHere}`, reading(showPublicInfo)],
    [`object/info/(?:authenticated/)?${objectHere}`, reading(showInfo)],
    [`object/public/${objectHere}`, reading(downloadPublic)],
    [`object/authenticated/${objectHere}`, reading(downloadObject)],
    ['object/list-v2/.*', {}],
    [`object/${bucketHere}`, { DELETE: paced(removeObjects) }],
    [
      `object/${objectHere}`,
      { ...reading(downloadObject), POST: uploadObject, PUT: uploadObject, DELETE: paced(removeObject) },
    ],
  ] as const
).map(([path, methods]) => [new RegExp(`^${path}$`, 's'), methods])

const shown = ['download', 'cacheNonce']
const parameters = new Map<Operation, readonly string[]>([
  [downloadObject, shown],
  [downloadPublic, shown],
  [downloadSigned, [...shown, 'token']],
  [uploadSigned, ['token']],
])

type Found = Pick<Call, 'bucket' | 'key' | 'query'> & { answer: Operation }

/** The operation of a request. The names in its path are decoded once and checked. */
export function findRoute({ url, method }: Request): Found {
  const base = '/storage/v1/'
  const [path = '', query = ''] = url.slice(url.indexOf(base) + base.length).split(/\?(.*)/s)
  const [pattern, methods = {}] = routes.find(([here]) => here.test(path)) ?? []
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!pattern || !answer) throw refuseAddress(path, Object.keys(methods))
  const { bucket, key } = pattern.exec(path)?.groups ?? {}
  return {
    answer,
    bucket: bucket === undefined ? '' : decodeBucket(bucket),
    key: key === undefined ? '' : decodeKey(key),
    query: readQuery(query, parameters.get(answer) ?? []),
  }
}

function refuseAddress(path: string, methods: readonly string[]): Refusal {
  if (path.startsWith('render/')) return imageTransformation()
  if (methods.length === 0) return notBuilt('This address')
  return refusal('MethodNotAllowed', 'This address does not take that method', {
    allow: methods.join(', '),
  })
}

function readQuery(query: string, known: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.includes(name)) throw refusal('InvalidParameter', `Unknown query parameter: ${quote(name)}`)
    if (found.has(name)) throw refusal('InvalidParameter', `${name} is given twice`)
    found.set(name, value)
  }
  return found
}
