import { useState, type DragEvent, type ReactNode } from 'react'
import { attachedFiles } from '../../../domain/messages/files.ts'
import { take } from './AttachButton.tsx'
import styles from './TalkView.module.css'

type DropPlaceProps = { topic: string; canAttach: boolean; children: ReactNode }

/** A file that is dropped onto the talk goes beside the box. Where none may be sent, the browser must not leave the page for it. */
export function DropPlace({ topic, canAttach, children }: DropPlaceProps) {
  const [isOver, setOver] = useState(false)
  const mayDrop = () => canAttach && attachedFiles.read(topic)?.state !== 'sending'
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = mayDrop() ? 'copy' : 'none'
    setOver(mayDrop())
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const onDrop = (event: DragEvent) => {
    const file = event.dataTransfer.files[0]
    if (!file) return
    event.preventDefault()
    setOver(false)
    if (mayDrop()) take(topic, file)
  }
  return (
    <div className={styles.talk} data-drop={isOver || undefined} {...{ onDragOver, onDragLeave, onDrop }}>
      {children}
    </div>
  )
}
