/** What a person leaves on a device, and how it goes. Needs no code but this: it works without a signal, and where nothing else was loaded. */

export const draftKey = (userId: string): string => `emote-draft:${userId}`
export const deviceName = (userId: string): string => `emote:${userId}`

/** Nothing that this person wrote is left on the device: the copy of the diary, what waited to be sent, the draft. */
export async function purge(userId: string): Promise<void> {
  try {
    localStorage.removeItem(draftKey(userId))
  } catch {
    // Storage is switched off: nothing was kept.
  }
  await new Promise<void>((resolve) => {
    try {
      // Other tabs close theirs when they hear of it (device.ts).
      const request = indexedDB.deleteDatabase(deviceName(userId))
      request.addEventListener('success', () => resolve())
      request.addEventListener('error', () => resolve())
    } catch {
      resolve()
    }
  })
}
