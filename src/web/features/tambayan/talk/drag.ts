import type { DragEvent } from 'react'
import { attachedFiles } from '../../../domain/messages/files.ts'
import { attach } from '../../../domain/messages/uploading.ts'
import styles from './drag.module.css'

/** Shows whether a file that is dragged over a talk may be dropped, and puts a dropped one beside the box. Without a topic none may be sent. */
export function drag(
  { type, dataTransfer, relatedTarget }: DragEvent,
  place: HTMLElement,
  file: File | undefined,
  topic: string | undefined,
): void {
  const mayDrop = topic !== undefined && attachedFiles.read(topic)?.state !== 'sending'
  if (type === 'dragover') dataTransfer.dropEffect = mayDrop ? 'copy' : 'none'
  const isInside = relatedTarget instanceof Node && place.contains(relatedTarget)
  place.classList.toggle(
    styles['over'] ?? '',
    mayDrop && (type === 'dragover' || (type === 'dragleave' && isInside)),
  )
  if (type === 'drop' && file && mayDrop) void attach(topic, file)
}
