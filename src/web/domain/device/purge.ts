/** Removes a person's data from a device. Imports nothing, so it works offline, before other code has loaded. */

export const draftKey = (userId: string): string => `emote-draft:${userId}`
export const noticeSoundKey = (userId: string): string => `emote-notice-sound:${userId}`
export const talkDraftsKey = (userId: string): string => `emote-talk-drafts:${userId}`
/** Set once the person has agreed that GIPHY serves pictures. */
export const giphyKey = (userId: string): string => `emote-giphy:${userId}`
export const deviceName = (userId: string): string => `emote:${userId}`

/** Deletes the copy of the diary, the outbox and the drafts. */
export async function purge(userId: string): Promise<void> {
  try {
    localStorage.removeItem(draftKey(userId))
    localStorage.removeItem(noticeSoundKey(userId))
    localStorage.removeItem(talkDraftsKey(userId))
    localStorage.removeItem(giphyKey(userId))
  } catch {
    // Storage is switched off.
  }
  await new Promise<void>((resolve) => {
    try {
      // Other tabs close their connection on `blocking` (device.ts).
      const request = indexedDB.deleteDatabase(deviceName(userId))
      request.addEventListener('success', () => resolve())
      request.addEventListener('error', () => resolve())
    } catch {
      resolve()
    }
  })
}
