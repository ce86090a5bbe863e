import type { MessageFile } from '../../../shared/marker.ts'
import { fetchAsMe } from '../../lib/supabase.ts'
import { type OpenedFile, openedFiles } from './files.ts'

/** Seconds that a signed address lives. */
const signedFor = 300
/** Longest wait for an answer, ms. */
const patience = 15_000

/** Asks for a signed address of the file. Resolves with undefined after a failure. */
export async function openFile({ id, url }: MessageFile): Promise<string | undefined> {
  openedFiles.put(id, { state: 'loading' })
  const opened = await sign(url).catch((): OpenedFile => ({ state: 'failed' }))
  // The reader has left, and the store is empty.
  if (!openedFiles.read(id)) return undefined
  openedFiles.put(id, opened)
  return opened.state === 'shown' ? opened.address : undefined
}

/** Call it when the address did not load. Asks again when the address is too old, and shows a failure otherwise. */
export function reopenFile(file: MessageFile): void {
  const opened = openedFiles.read(file.id)
  const signedAt = opened?.state === 'shown' ? opened.signedAt : undefined
  if (signedAt !== undefined && Date.now() - signedAt > signedFor * 1_000) void openFile(file)
  else openedFiles.put(file.id, { state: 'failed' })
}

async function sign(url: string): Promise<OpenedFile> {
  const response = await fetchAsMe(url.replace('/object/authenticated/', '/object/sign/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: signedFor }),
    signal: AbortSignal.timeout(patience),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer === 'object' && answer !== null && 'signedURL' in answer)
    return { state: 'shown', address: `/storage/v1${String(answer.signedURL)}`, signedAt: Date.now() }
  return { state: response.status === 400 || response.status === 404 ? 'gone' : 'failed' }
}
