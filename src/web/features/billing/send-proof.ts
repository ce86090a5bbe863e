/** Sends a proof of payment: shrinks a picture on the device, uploads it, and stores the row that names it. */
import { plans, type Plan } from '../../../shared/plans.ts'
import { tooLargeWords } from '../../../shared/uploads.ts'
import { canDraw, decode, encode, maxPixels } from '../../lib/decode.ts'
import { codeOf } from '../../lib/failure.ts'
import { readHead } from '../../lib/picture-head.ts'
import { db, invoke } from '../../lib/supabase.ts'
import { publicUrl, upload, UploadRefused, type Way } from '../../lib/upload.ts'
import { proofPath } from './proof-name.ts'

const bucket = 'payment-proofs'
/** The bucket's limit, bytes. */
const mostBytes = 10 * 1_048_576
/** Longest edge of a sent picture, pixels: the small print of a receipt stays readable. */
const edge = 2_000

const words = {
  type: 'File type not allowed. Larawan (JPG, PNG, WebP) o PDF lang muna.',
  empty: 'Walang laman o hindi mabasa ang file na ’yan. Pumili muna ng iba.',
  heic: 'HEIC pala ’yan, at hindi pa namin nababasa. Pumili ng JPG o PNG, o kunan mo ng screenshot.',
  pixels: 'Sobrang laki ng larawang ’yan para mabasa rito. Kunan mo na lang ng screenshot.',
  stale: 'Hindi tinanggap ang file. Piliin mo ulit ang screenshot o PDF, tapos subukan ulit.',
  pending: 'You already have a pending proof for this plan. We’ll verify it soon. 💜',
} as const

type Attempt = { id: string; userId: string; plan: Plan; file: File }

/** Throws an Error whose message is for the person, or as `upload` and the data layer do. */
export async function sendProof({ id, userId, plan, file }: Attempt, way: Way): Promise<void> {
  const { body, ending } = await prepare(file)
  way.signal.throwIfAborted()
  const path = proofPath(userId, id, file.name, ending)
  await put(path, body, way)
  way.signal.throwIfAborted()
  const proof_url = new URL(publicUrl(bucket, path), location.origin).href
  await store({ id, user_id: userId, plan, amount: plans[plan].amount, proof_url })
  // The specification wants no message: the operator also finds the row in the list.
  const told = await invoke('manual-payments-notify', { manual_payment_id: id }).catch(() => undefined)
  if (told?.status !== 200) console.warn('The notice of a manual payment was not sent', told?.status)
}

/** A retry whose first answer was lost finds its own file. */
async function put(path: string, body: Blob, way: Way): Promise<void> {
  try {
    await upload({ ...way, bucket, path, file: body, maxAge: 0, isNew: true })
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error
    if (error.status === 409) return
    if (error.status === 413) throw new Error(tooLargeWords(mostBytes), { cause: error })
    if (error.status === 415) throw new Error(words.type, { cause: error })
    throw error
  }
}

type Row = { id: string; user_id: string; plan: Plan; amount: number; proof_url: string }

/** The row may be there already: its answer was lost, now or in an earlier try. Another proof may wait for this plan. */
async function store(row: Row): Promise<void> {
  const { error } = await db.from('manual_payments').insert(row)
  if (!error) return
  const code = codeOf(error)
  // The file must have been uploaded a moment ago.
  if (code === '23514') throw new Error(words.stale)
  if (code !== '' && code !== '23505') throw error
  const { data } = await db.from('manual_payments').select('id').eq('id', row.id).throwOnError()
  if (data.length === 0) throw code === '' ? error : new Error(words.pending)
}

const toEdge = ({ width, height }: { width: number; height: number }) => edge / Math.max(width, height)

/** The bytes to send, and the ending of a picture that was written anew. Throws why a file cannot be sent. */
async function prepare(file: File): Promise<{ body: Blob; ending?: string }> {
  // A listed file may be unreadable: in the cloud, or on a removed card.
  const head = file.size > 0 ? await readHead(file).catch(() => null) : null
  if (head === null) throw new Error(words.empty)
  if (!head) {
    if ((await file.slice(0, 5).text()) !== '%PDF-') throw new Error(words.type)
    return { body: sized(file.slice(0, file.size, 'application/pdf')) }
  }
  const { type, width = 0, height = 0 } = head
  if (type === 'image/gif') throw new Error(words.type)
  if (width * height > maxPixels) throw new Error(words.pixels)
  const bitmap = canDraw() ? await decode(file, { width, height }, toEdge) : undefined
  if (!bitmap && type === 'image/heic') throw new Error(words.heic)
  if (!bitmap) return { body: sized(file.slice(0, file.size, type)) }
  const size = { width: bitmap.width, height: bitmap.height }
  const canvas = Object.assign(document.createElement('canvas'), size)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const body = sized(await encode(canvas))
  return { body, ending: body.type === 'image/webp' ? 'webp' : 'jpg' }
}

function sized(body: Blob): Blob {
  if (body.size > mostBytes) throw new Error(tooLargeWords(mostBytes))
  return body
}
