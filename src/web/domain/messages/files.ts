/** The files that wait beside the boxes of talks, and the opened files of messages. A small module: what works on them is loaded later. */
import type { FileType, MessageFile } from '../../../shared/marker.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'

/** A file that the server has, and the line that names it. */
export type Uploaded = { file: MessageFile; marker: string }

export type Attached = {
  /** As it will travel; undefined when the server has it already. */
  file?: Blob
  /** A file of a message that was taken back: it goes again without another upload. */
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
  /** Why it was not sent. With `isRefused` another try is of no use. */
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
  /** The server has it no more, or this reader may not see it. */
  | { state: 'gone' }
  /** No answer: another try may help. */
  | { state: 'failed' }

/** By the file's id. Nothing of another person's file is fetched before a press. */
export const openedFiles = createKeyed<OpenedFile>()

export const useOpenedFile = (id: string): OpenedFile | undefined => useKeyed(openedFiles, id)
