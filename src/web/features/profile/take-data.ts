import { refusalIn, wordsFor } from '../../lib/failure.ts'
import { saveFile } from '../../lib/save-file.ts'
import { personHere } from '../../lib/session.ts'
import { fetchAsMe } from '../../lib/supabase.ts'
import { type Taking, taking } from './taking.ts'

let stopping: AbortController | undefined

const brokenOff = 'Naputol ang pagkuha, kaya wala pang na-save. Subukan ulit pag mas malakas ang signal.'

/** Fetches the person's data as one file and saves it on this device. */
export async function takeData(): Promise<void> {
  if (taking.read().state === 'going') return
  const own = new AbortController()
  stopping = own
  const who = personHere()
  // Another person at this phone must not get the file.
  const isOver = () => own.signal.aborted || personHere() !== who
  let bytes = 0
  const tell = (now: Taking) => {
    if (isOver()) own.abort()
    else taking.put(now)
  }
  tell({ state: 'going', bytes })
  try {
    const response = await fetchAsMe('/functions/v1/my-data', { signal: own.signal })
    if (!response.ok || !response.body)
      throw new Error(refusalIn(await response.json().catch(() => undefined)))
    const counted = response.body.pipeThrough(
      counting((more) => {
        bytes = more
        tell({ state: 'going', bytes })
      }),
    )
    const file = await new Response(counted, { headers: { 'content-type': 'application/zip' } }).blob()
    if (!isOver()) saveFile(nameOf(response), file)
    tell({ state: 'saved' })
  } catch (error) {
    tell({ state: 'failed', words: bytes > 0 ? brokenOff : wordsFor(error) })
  }
}

export function stopTaking(): void {
  stopping?.abort()
  taking.put({ state: 'idle' })
}

/** Tells the number of bytes at most every half second. */
function counting(tell: (bytes: number) => void) {
  let bytes = 0
  let told = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      controller.enqueue(chunk)
      const now = performance.now()
      if (now - told < 500) return
      told = now
      tell(bytes)
    },
  })
}

const nameOf = ({ headers }: Response): string =>
  /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'emote-data.zip'
