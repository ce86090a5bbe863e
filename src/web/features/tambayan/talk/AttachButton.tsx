import { useRef, type ChangeEvent } from 'react'
import { IconButton } from '../../../ui/Button.tsx'

/** Types first, so that a phone converts its own picture format. The server decides by the bytes. */
const accepted =
  'image/jpeg,image/png,image/gif,image/webp,video/mp4,video/webm,video/quicktime,.pdf,.doc,.docx,.txt,.zip'

/** Opens the chooser of files. */
export function AttachButton({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) onChoose(file)
    // Lets the same file be chosen again.
    target.value = ''
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
