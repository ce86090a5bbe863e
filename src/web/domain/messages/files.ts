/** The files that wait beside the boxes of talks, and the opened files of messages. A small module: what works on them is loaded later. */
import type { FileType } from '../../../shared/marker.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'

export type Attached = {
  /** As it will travel. */
  file: Blob
  name: string
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
  | { state: 'shown'; address: string }
  /** The server has it no more, or this reader may not see it. */
  | { state: 'gone' }
  /** No answer: another try may help. */
  | { state: 'failed' }

/** By the file's id. Nothing of another person's file is fetched before a press. */
export const openedFiles = createKeyed<OpenedFile>()

export const useOpenedFile = (id: string): OpenedFile | undefined => useKeyed(openedFiles, id)
