import { useEffect, useEffectEvent, useRef, type ChangeEvent, type ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { acceptedTypes } from './accepted-types.ts'

type ChooseButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'type'> & {
  onChoose: (file: File) => void
  /** Called when the chooser closes without a choice. */
  onNothing?: () => void
}

/** Opens the phone's picture chooser. */
export function ChooseButton({ onChoose, onNothing, ...look }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const leave = useEffectEvent(() => onNothing?.())
  useEffect(() => {
    const chooser = input.current
    // `cancel` bubbles, and a dialog around the button would close. React listens to it on dialogs only.
    const onCancel = (event: Event) => {
      event.stopPropagation()
      leave()
    }
    chooser?.addEventListener('cancel', onCancel)
    return () => chooser?.removeEventListener('cancel', onCancel)
  }, [])
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return onNothing?.()
    onChoose(file)
    // Lets the same file be chosen again.
    event.target.value = ''
  }
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()} />
      <input ref={input} type="file" accept={acceptedTypes.join()} hidden onChange={onChange} />
    </>
  )
}
