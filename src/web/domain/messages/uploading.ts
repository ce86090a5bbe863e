/** Attaches a file to the next message of a talk: shrinks a picture on the device, uploads with the message, and keeps the file after a failure. */
import { type FileType, type MessageFile } from '../../../shared/marker.ts'
import { freeLimits, leftOf, premiumLimits } from '../../../shared/plans.ts'
import { readMarker } from '../../../shared/read-marker.ts'
import { markerOf, withMarker } from '../../../shared/write-marker.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { tooLargeWords } from '../../../shared/uploads.ts'
import { canDraw, decode, encode, maxPixels } from '../../lib/decode.ts'
import { isOffline, noAnswerWords } from '../../lib/failure.ts'
import { type Head, readHead } from '../../lib/picture-head.ts'
import { queryClient } from '../../lib/query.ts'
import { personHere } from '../../lib/session.ts'
import { postForm } from '../../lib/upload.ts'
import { limitsOf } from '../person/limits.ts'
import { isPremium, profileKey } from '../person/profile.ts'
import { type Attached, attachedFiles, openedFiles, type Uploaded } from './files.ts'
import { sendMessage, takeBack } from './sending.ts'
import { unsentOf } from './unsent.ts'

/** Longest edge of a sent picture, pixels. */
const edge = 1280
/** Days that the server keeps a file. The row of the message has the exact time. */
const daysKept = 3

const words = {
  type: 'File type not allowed. Hindi namin kayang tanggalin ang pangalan at lugar sa ganitong file. Puwede ang larawan, MP4, WebM, MOV, PDF, DOCX at TXT.',
  empty: 'Walang laman o hindi mabasa ang file na ’yan. Pumili muna ng iba.',
  heic: 'HEIC pala ’yan, at hindi pa namin nababasa. Pumili ng JPG o PNG, o kunan mo ng screenshot.',
  pixels: 'Sobrang laki ng larawang ’yan para mabasa rito. Kunan mo na lang ng screenshot.',
  cap: `Upload limit exceeded. Hanggang ${freeLimits.uploadsADay} file lang muna sa loob ng 24 oras.`,
} as const

/** The types by the extensions of names. The server decides by the bytes. */
const endings: [FileType, RegExp][] = [
  ['image', /\.(jpe?g|png|gif|webp)$/i],
  ['video', /\.(mp4|m4v|webm|mov|qt)$/i],
  ['file', /\.(pdf|docx|txt)$/i],
]

/** The type of a file. Undefined for one that the server would refuse. */
const typeOf = ({ name, type }: File): FileType | undefined =>
  endings.find(([, ending]) => ending.test(name))?.[0] ?? (type.startsWith('video/') ? 'video' : undefined)

const running = new Map<string, AbortController>()

function change(topic: string, next: Partial<Attached>): void {
  const held = attachedFiles.read(topic)
  if (held) attachedFiles.put(topic, { ...held, ...next })
}

/** Attaches a file to the next message of a talk, in place of an earlier one. */
export async function attach(topic: string, chosen: File): Promise<void> {
  detach(topic)
  const under = new AbortController()
  running.set(topic, under)
  const type = typeOf(chosen)
  const { name, size } = chosen
  const base = { file: chosen, name, size, type: type ?? 'file', width: null, height: null, share: 0 }
  attachedFiles.put(topic, { ...base, state: 'preparing' })
  const found = await prepare(chosen, type)
  // The person has left, or has chosen another file.
  if (running.get(topic) !== under || !attachedFiles.read(topic)) return
  const most = limitHere()
  const problem =
    'problem' in found ? found.problem : found.file.size > most ? tooLargeWords(most) : undefined
  if (problem !== undefined || 'problem' in found)
    change(topic, { state: 'failed', isRefused: true, problem: problem ?? '' })
  else {
    change(topic, { ...withPreview(found), size: found.file.size, state: 'ready' })
    await refuseAtCap(topic, under)
  }
}

const time = new Intl.DateTimeFormat('fil-PH', { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** Says so before the upload when no file is left today: the phone would send the whole file for nothing. Without an answer the server decides. */
async function refuseAtCap(topic: string, under: AbortController): Promise<void> {
  const asked = { ...limitsOf(personHere() ?? ''), networkMode: 'always' as const, retry: false }
  const limits = await queryClient.fetchQuery(asked).catch(() => undefined)
  if (!limits || leftOf(limits.upload) !== 0 || running.get(topic) !== under) return
  if (attachedFiles.read(topic)?.state !== 'ready') return
  const { next_at: back } = limits.upload
  const problem = back === null ? words.cap : `${words.cap} May babalik sa ${time.format(new Date(back))}.`
  change(topic, { state: 'failed', problem })
}

const limitHere = () =>
  isPremium(queryClient.getQueryData<UserProfile | null>(profileKey(personHere() ?? '')))
    ? premiumLimits.uploadBytes
    : freeLimits.uploadBytes

type Prepared = Pick<Attached, 'type' | 'width' | 'height'> & { file: Blob }

const withPreview = (prepared: Prepared) =>
  prepared.type === 'image' ? { ...prepared, preview: URL.createObjectURL(prepared.file) } : prepared

/** A listed file may be unreadable: in the cloud, or on a removed card. */
async function prepare(file: File, type: FileType | undefined): Promise<Prepared | { problem: string }> {
  const head = file.size > 0 ? await readHead(file).catch(() => null) : null
  if (head === null) return { problem: words.empty }
  if (head && head.type !== 'image/gif') return shrink(file, head)
  if (head) return { file, type: 'image', width: head.width ?? null, height: head.height ?? null }
  if (type === 'image') return { problem: words.empty }
  if (!type) return { problem: words.type }
  return { file, type, width: null, height: null }
}

const toEdge = ({ width, height }: { width: number; height: number }) => edge / Math.max(width, height)

/** Shrinks a picture to at most 1280 px, without place and camera. When the browser cannot draw, the server does both. */
async function shrink(
  file: File,
  { type, width = 0, height = 0 }: Head,
): Promise<Prepared | { problem: string }> {
  if (width * height > maxPixels) return { problem: words.pixels }
  const bitmap = canDraw() ? await decode(file, { width, height }, toEdge) : undefined
  if (!bitmap && type === 'image/heic') return { problem: words.heic }
  if (!bitmap) return { file, type: 'image', width: width || null, height: height || null }
  const canvas = Object.assign(document.createElement('canvas'), {
    width: bitmap.width,
    height: bitmap.height,
  })
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { file: await encode(canvas), type: 'image', width: canvas.width, height: canvas.height }
}

/** Removes the file, and ends its upload. */
export function detach(topic: string): void {
  running.get(topic)?.abort()
  const { preview } = attachedFiles.read(topic) ?? {}
  if (preview) URL.revokeObjectURL(preview)
  forget(topic)
}

function forget(topic: string): void {
  running.delete(topic)
  attachedFiles.drop(topic)
}

type Message = Parameters<typeof sendMessage>[1]

/** Uploads the file, and sends the message that names it. False after a failure: file and words stay where they are. */
export async function sendAttached(topic: string, message: Message): Promise<boolean> {
  const held = attachedFiles.read(topic)
  const under = running.get(topic)
  if (!held || !under || held.state === 'sending' || held.state === 'preparing' || held.isRefused)
    return false
  const { signal } = under
  // The store forgets the file when the person leaves: the next person at this phone must not send it.
  const leave = attachedFiles.subscribe(topic, () => {
    if (!attachedFiles.read(topic)) under.abort()
  })
  change(topic, { state: 'sending', share: 0, problem: '' })
  try {
    const { file, marker } =
      held.uploaded ?? (await uploadFile(held, (share) => change(topic, { share }), signal))
    if (signal.aborted) return false
    // The sender sees the picture without fetching it.
    if (held.preview) openedFiles.put(file.id, { state: 'shown', address: held.preview })
    sendMessage(topic, { ...message, text: withMarker(message.text.trim(), marker), file })
    leave()
    forget(topic)
    return true
  } catch (error) {
    if (!signal.aborted)
      change(topic, { state: 'failed', problem: wordsOf(error), ...(isFinal(error) && { isRefused: true }) })
    return false
  } finally {
    leave()
  }
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Too large, or of a type that is not allowed: another try gets the same answer. */
const isFinal = (error: unknown) => error instanceof Refused && [413, 415].includes(error.status)

const wordsOf = (error: unknown) =>
  error instanceof Refused && !isOffline(error) ? error.message : noAnswerWords()

async function uploadFile(
  { file, name, width, height }: Attached,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', file ?? new Blob(), name)
  const { status, body } = await postForm('upload-chat-file', form, { onProgress, signal })
  const upload = readUpload(body)
  const isCapped = status === 429 && errorIn(body) === 'Upload limit exceeded'
  if (!upload)
    throw new Refused(status, isCapped ? words.cap : (errorIn(body) ?? `Failed to upload file (${status})`))
  const expires_at = new Date(Date.now() + daysKept * 86_400_000).toISOString()
  const url = new URL(upload.url, location.origin).pathname
  const mime = file?.type ?? ''
  return { file: { ...upload, url, mime, width, height, expires_at }, marker: markerOf(upload) }
}

/** Takes a message back, and puts its file beside the box again. Resolves with its words. */
export async function takeBackWithFile(topic: string, id: string): Promise<string | undefined> {
  const item = unsentOf(topic).find((one) => one.id === id)
  const said = await takeBack(topic, id)
  const marker = readMarker(said ?? '')
  if (said === undefined || item?.destination !== 'message' || !item.file || !marker) return said
  // An attempt without an answer may have stored the message, and then the message has the file.
  if (!item.isAttempted || item.refusal !== undefined) {
    const { name, size, type, width, height, id: fileId } = item.file
    const shown = openedFiles.read(fileId)
    detach(topic)
    running.set(topic, new AbortController())
    attachedFiles.put(topic, {
      name,
      size,
      type,
      width,
      height,
      share: 0,
      state: 'ready',
      uploaded: { file: item.file, marker: markerOf(marker) },
      ...(shown?.state === 'shown' && { preview: shown.address }),
    })
  }
  return marker.caption
}

function readUpload(body: unknown): Pick<MessageFile, 'id' | 'url' | 'name' | 'size' | 'type'> | undefined {
  if (!isRecord(body) || body['success'] !== true || !isRecord(body['upload'])) return undefined
  const { id, url, name, size, type: said } = body['upload']
  const type = (['image', 'video', 'file'] as const).find((each) => each === said)
  if (typeof id !== 'string' || typeof url !== 'string' || typeof name !== 'string' || !type) return undefined
  return { id, url, name, type, size: typeof size === 'number' ? size : 0 }
}

const errorIn = (body: unknown) =>
  isRecord(body) && typeof body['error'] === 'string' ? body['error'] : undefined

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
