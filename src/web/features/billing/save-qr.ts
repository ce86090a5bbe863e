import { isOffline } from '../../lib/failure.ts'
import { saveFile } from '../../lib/save-file.ts'

export const qrAddress = '/payment-qr'

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

/** Saves the picture that the page shows, also without a signal. When that fails it opens the picture in a new tab, and says why. */
export async function saveQr(): Promise<string | undefined> {
  try {
    const answer = await fetch(qrAddress, { cache: 'force-cache' })
    if (!answer.ok) throw new Error('Failed to fetch QR image.')
    const picture = await answer.blob()
    saveFile(`emote-qr.${endings[picture.type] ?? 'png'}`, picture)
    return undefined
  } catch (error) {
    open(qrAddress, '_blank', 'noopener')
    return error instanceof Error && !isOffline(error) ? error.message : 'Failed to fetch QR image.'
  }
}
