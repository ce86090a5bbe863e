import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quietChunk } from '../../lib/chunks.ts'
import { wordsFor } from '../../lib/failure.ts'
import { profileKey } from '../../domain/person/profile.ts'
import { useUser } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../lib/toast.ts'
import { ChooseButton } from './ChooseButton.tsx'
import styles from './NameTag.module.css'
import { removeAvatar } from './profile.api.ts'
import { useFocusBack } from './use-focus-back.ts'

/** Reads, crops and uploads: it comes while the person chooses. */
const pictureDialog = quietChunk(() => import('./PictureDialog.tsx').then((m) => m.PictureDialog))

/** The person's picture, or the emoji of their codename. */
export function Face({ codename, picture }: { codename: string; picture: string | null }) {
  const [choice, setChoice] = useState<{ file: File; number: number }>()
  const [removing, setRemoving] = useState(false)
  const tools = useFocusBack(removing || picture !== null, 'button')
  const choose = (file: File) =>
    void pictureDialog.preload().then(
      () => setChoice((held) => ({ file, number: (held?.number ?? 0) + 1 })),
      (error: unknown) => showToast(wordsFor(error), 'error'),
    )
  return (
    <>
      <Avatar codename={codename} picture={picture} size="huge" />
      <div ref={tools} className={styles.tools}>
        <ChooseButton
          kind="quiet"
          size="small"
          icon="camera"
          onPointerDown={() => void pictureDialog.preload().catch(() => undefined)}
          onChoose={choose}
          // A person who has a picture sees no hint.
          onNothing={() => picture ?? showToast('You must select an image to upload.')}
        >
          {picture ? 'Palitan ang larawan' : 'Maglagay ng larawan'}
        </ChooseButton>
        {picture && <IconButton icon="trash" label="Alisin ang larawan" onClick={() => setRemoving(true)} />}
      </div>
      {choice && (
        <pictureDialog.Component
          key={choice.number}
          file={choice.file}
          onChoose={choose}
          onClose={() => setChoice(undefined)}
        />
      )}
      {removing && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => removeAvatar(user),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: profileKey(user.id) })
      showToast('Avatar removed successfully! 🗑️')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      locked={removal.isPending}
      title="Alisin ang larawan mo?"
      footer={
        <>
          <Button kind="plain" disabled={removal.isPending} onClick={onClose}>
            Huwag na
          </Button>
          <Button kind="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            Alisin
          </Button>
        </>
      }
    >
      <p>Mabubura ito rito, at ang emoji ng codename mo ulit ang makikita ng iba.</p>
      {removal.isError && <Banner kind="error">{wordsFor(removal.error)}</Banner>}
    </Dialog>
  )
}
