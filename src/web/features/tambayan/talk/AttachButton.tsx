import { useRef, type ChangeEvent } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { focusBox } from './focus-box.ts'
import { withActs } from './late.ts'

/** Types first, so that a phone converts its own picture format. The server decides by the bytes. */
const accepted =
  'image/jpeg,image/png,image/gif,image/webp,video/mp4,video/webm,video/quicktime,.pdf,.doc,.docx,.txt,.zip'

/** Opens the chooser of files. */
export function AttachButton({ topic, isBusy }: { topic: string; isBusy: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) withActs(({ attach }) => void attach(topic, file))
    // Lets the same file be chosen again.
    target.value = ''
    focusBox(topic)
  }
  return (
    <>
      <IconButton
        icon="attach"
        label="Maglakip ng larawan o file"
        aria-disabled={isBusy}
        onClick={() => !isBusy && input.current?.click()}
      />
      <input ref={input} type="file" accept={accepted} hidden onChange={onChange} />
    </>
  )
}
