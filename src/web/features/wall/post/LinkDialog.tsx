import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'

/** The browser refused to copy: shows the link, selected. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Hindi makopya ng browser mo">
      <TextField
        label="Ang link ng post"
        hint="Naka-select na: diinan nang matagal, o Ctrl+C, para makopya."
        value={link}
        readOnly
        data-autofocus
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
