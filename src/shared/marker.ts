/** The marker: the last line of a message, which names its file (specification 2, section 3). The words above it are the caption. */
export const fileTypes = ['image', 'video', 'file'] as const
export type FileType = (typeof fileTypes)[number]

/** The file of a message as its row holds it. `url` is a path of this server. */
export type MessageFile = {
  id: string
  url: string
  name: string
  type: FileType
  mime: string
  /** Bytes. */
  size: number
  /** Pixels of a picture. */
  width: number | null
  height: number | null
  expires_at: string
}

/** Letters that a message keeps free for the line of its file. */
export const markerRoom = 700
