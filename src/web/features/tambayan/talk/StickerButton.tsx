import { useState } from 'react'
import { quietChunk } from '../../../lib/chunks.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { tellFailure, withActs } from './late.ts'

const picker = quietChunk(() => import('./gifs/Picker.tsx').then(({ Picker }) => Picker))

/** Opens the picker. A sticker is a message of its own: the words in the box stay. The focus returns to the button, so that no keyboard opens. */
export function StickerButton({ topic, onSent }: { topic: string; onSent: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const send = (address: string) =>
    withActs(({ sendMessage }) => {
      setOpen(false)
      sendMessage(topic, { text: address })
      onSent()
    })
  return (
    <>
      <IconButton
        icon="smile"
        label="Mga sticker"
        aria-haspopup="dialog"
        onClick={() => void picker.preload().then(() => setOpen(true), tellFailure)}
      />
      {isOpen && <picker.Component onPick={send} onClose={() => setOpen(false)} />}
    </>
  )
}
