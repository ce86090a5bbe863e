import { listBuckets, refuseBucketChange, showBucket } from './buckets.ts'
import type { Call, Tools } from './call.ts'
import { downloadObject, downloadPublic } from './download.ts'
import { notBuilt, Refusal } from './errors.ts'
import { showInfo, showPublicInfo } from './info.ts'
import { decodeBucket, decodeKey, quote } from './key.ts'
import { listObjects } from './list.ts'
import { copyObject, moveObject } from './relocate.ts'
import { removeObject, removeObjects } from './remove.ts'
import { downloadSigned, signObject, signObjects } from './sign.ts'
import { signUpload, uploadSigned } from './signed-upload.ts'
import { uploadObject } from './upload.ts'

type Operation = (tools: Tools, call: Call) => Promise<Response>
type Route = {
  /** After `/storage/v1/`. */
  path: RegExp
  methods: Partial<Record<string, Operation>>
  /** Query parameters that it knows. */
  query?: readonly string[]
}

const get = (operation: Operation) => ({ GET: operation, HEAD: operation })
// The client puts a nonce there to pass by caches.
const reading = ['download', 'cacheNonce']

// In this order: the last two would take the words of the others for the names of buckets, which no bucket has.
const routes: readonly Route[] = [
  { path: /^bucket$/, methods: { ...get(listBuckets), POST: refuseBucketChange } },
  {
    path: /^bucket\/(?<bucket>[^/]+)$/,
    methods: { ...get(showBucket), PUT: refuseBucketChange, DELETE: refuseBucketChange },
  },
  { path: /^bucket\/(?<bucket>[^/]+)\/empty$/, methods: { POST: refuseBucketChange } },
  { path: /^object\/list\/(?<bucket>[^/]+)$/, methods: { POST: listObjects } },
  { path: /^object\/move$/, methods: { POST: moveObject } },
  { path: /^object\/copy$/, methods: { POST: copyObject } },
  { path: /^object\/sign\/(?<bucket>[^/]+)$/, methods: { POST: signObjects } },
  { path: /^object\/sign\/(?<bucket>[^/]+)\/(?<key>.+)$/, methods: { POST: signObject } },
  {
    path: /^object\/sign\/(?<bucket>[^/]+)\/(?<key>.+)$/,
    methods: get(downloadSigned),
    query: [...reading, 'token'],
  },
  { path: /^object\/upload\/sign\/(?<bucket>[^/]+)\/(?<key>.+)$/, methods: { POST: signUpload } },
  {
    path: /^object\/upload\/sign\/(?<bucket>[^/]+)\/(?<key>.+)$/,
    methods: { PUT: uploadSigned },
    query: ['token'],
  },
  { path: /^object\/info\/public\/(?<bucket>[^/]+)\/(?<key>.+)$/, methods: get(showPublicInfo) },
  { path: /^object\/info\/(?:authenticated\/)?(?<bucket>[^/]+)\/(?<key>.+)$/, methods: get(showInfo) },
  {
    path: /^object\/public\/(?<bucket>[^/]+)\/(?<key>.+)$/,
    methods: get(downloadPublic),
    query: reading,
  },
  {
    path: /^object\/(?:authenticated\/)(?<bucket>[^/]+)\/(?<key>.+)$/,
    methods: get(downloadObject),
    query: reading,
  },
  { path: /^(?:object\/list-v2|object\/purge|render|cdn|upload|s3|vector|iceberg)\//, methods: {} },
  { path: /^object\/(?<bucket>[^/]+)$/, methods: { DELETE: removeObjects } },
  {
    path: /^object\/(?<bucket>[^/]+)\/(?<key>.+)$/,
    methods: { POST: uploadObject, PUT: uploadObject, DELETE: removeObject },
  },
  { path: /^object\/(?<bucket>[^/]+)\/(?<key>.+)$/, methods: get(downloadObject), query: reading },
]

/** The operation that a request asks for, with the names in its address decoded once and checked. */
export function findRoute({
  url,
  method,
}: Request): Pick<Call, 'bucket' | 'key' | 'query'> & { answer: Operation } {
  const [path = '', query = ''] = url
    .slice(url.indexOf('/storage/v1') + '/storage/v1/'.length)
    .split(/\?(.*)/s)
  const here = routes.filter((route) => route.path.test(path))
  const route = here.find(({ methods }) => methods[method])
  const answer = route?.methods[method]
  if (!answer) throw refuseAddress(here)
  const { bucket, key } = route.path.exec(path)?.groups ?? {}
  return {
    answer,
    bucket: bucket === undefined ? '' : decodeBucket(bucket),
    key: key === undefined ? '' : decodeKey(key),
    query: readQuery(query, route.query ?? []),
  }
}

function refuseAddress(here: readonly Route[]): Refusal {
  const methods = here.flatMap((route) => Object.keys(route.methods))
  if (methods.length === 0) return notBuilt('This address')
  return new Refusal('MethodNotAllowed', 'This address does not take that method', {
    allow: methods.join(', '),
  })
}

function readQuery(query: string, known: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!known.includes(name))
      throw new Refusal('InvalidParameter', `Unknown query parameter: ${quote(name)}`)
    if (found.has(name)) throw new Refusal('InvalidParameter', `${name} is given twice`)
    found.set(name, value)
  }
  return found
}
