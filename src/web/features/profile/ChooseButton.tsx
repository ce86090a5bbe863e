import { useRef, type ChangeEvent, type ComponentProps } from 'react'
import { useToast } from '../../ui/Toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { acceptedTypes } from './picture.ts'

/** Opens the phone's own chooser of pictures. */
export function ChooseButton({
  onChoose,
  ...look
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return toast('You must select an image to upload.', 'error')
    onChoose(file)
    // So that the same file may be chosen again.
    event.target.value = ''
  }
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()} />
      <input ref={input} type="file" accept={acceptedTypes.join()} hidden onChange={onChange} />
    </>
  )
}
