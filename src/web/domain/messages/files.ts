/** The file attached to the next message of each talk, and the opened files of messages. The first load needs this state, not the code that changes it. */
import type { FileType, MessageFile } from '../../../shared/marker.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'

/** A file that the server has, and its marker. */
export type Uploaded = { file: MessageFile; marker: string }

export type Attached = {
  /** The file as it will be sent. Undefined when the server has it already. */
  file?: Blob
  /** Set after a message was taken back: its file is sent again without another upload. */
  uploaded?: Uploaded
  name: string
  /** Bytes. */
  size: number
  type: FileType
  /** Pixels of a picture. */
  width: number | null
  height: number | null
  /** An address of this page, for a picture. */
  preview?: string
  state: 'preparing' | 'ready' | 'sending' | 'failed'
  /** The share of bytes sent, 0 to 1. */
  share: number
  /** Why the file was not sent. `isRefused`: another try does not help. */
  problem?: string
  isRefused?: true
}

/** By topic. */
export const attachedFiles = createKeyed<Attached>()

export const useAttached = (topic: string): Attached | undefined => useKeyed(attachedFiles, topic)

export type OpenedFile =
  | { state: 'loading' }
  /** `signedAt`: ms since 1970; none for an address of this page. */
  | { state: 'shown'; address: string; signedAt?: number }
  /** The server no longer has the file, or this reader may not open it. */
  | { state: 'gone' }
  /** No answer came. Another try may help. */
  | { state: 'failed' }

/** By the file's id. Nothing of another person's file is fetched before a press. */
export const openedFiles = createKeyed<OpenedFile>()

export const useOpenedFile = (id: string): OpenedFile | undefined => useKeyed(openedFiles, id)
