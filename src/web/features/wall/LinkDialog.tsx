import { Banner } from '../../ui/Banner.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** The browser lets nothing be copied for people: the link lies here, selected. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Ang link ng post">
      <Banner kind="note">
        Hindi ito makopya ng browser mo. Naka-select na: i-hold o i-Ctrl+C para kopyahin.
      </Banner>
      <TextField
        label="Link"
        value={link}
        readOnly
        data-autofocus
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
