/** The files that wait beside the boxes of talks. A small module: the code that shrinks and sends them comes with the first touch. */
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
