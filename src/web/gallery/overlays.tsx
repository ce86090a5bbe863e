/** Components that lie over the page: each opens at the press of a button. */
import { useState, type ReactNode } from 'react'
import { showToast } from '../lib/toast.ts'
import { Button } from '../ui/Button.tsx'
import { CodenameMenu, PersonItems } from '../ui/CodenameMenu.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/Menu.tsx'
import type { Entry } from './entry.ts'
import styles from './Gallery.module.css'

function Opener({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Buksan
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

const words = <p>Hindi na ito maibabalik.</p>
const long = Array.from({ length: 40 }, (_, line) => <p key={line}>Mahabang laman, linya {line + 1}.</p>)
const nothing = () => {}

export const overlays: Entry[] = [
  {
    name: 'ConfirmDialog',
    states: {
      'with a quote': (
        <Opener>
          {(close) => (
            <ConfirmDialog
              title="Burahin ang post?"
              word="Burahin"
              quote="Umuulan sa dorm."
              onConfirm={() => {
                close()
                return Promise.resolve(undefined)
              }}
              onClose={close}
            >
              {words}
            </ConfirmDialog>
          )}
        </Opener>
      ),
      'refused at the press': (
        <Opener>
          {(close) => (
            <ConfirmDialog
              title="Burahin ang post?"
              word="Burahin"
              onConfirm={() => Promise.resolve('Offline ka ngayon. Subukan ulit mamaya.')}
              onClose={close}
            >
              {words}
            </ConfirmDialog>
          )}
        </Opener>
      ),
    },
  },
  {
    name: 'Dialog',
    states: {
      card: (
        <Opener>
          {(close) => (
            <Dialog open onClose={close} title="Saan mo gustong ilagay?" footer={<Button>Sige</Button>}>
              {words}
            </Dialog>
          )}
        </Opener>
      ),
      'sheet, longer than the screen': (
        <Opener>
          {(close) => (
            <Dialog open onClose={close} title="Mga kulay ng diary mo" shape="sheet">
              {long}
            </Dialog>
          )}
        </Opener>
      ),
    },
  },
  {
    name: 'CodenameMenu',
    states: {
      'of a person': (
        <CodenameMenu codename="Tahimik Ulap" href="/tambayan" onAvoid={nothing}>
          Tahimik Ulap
        </CodenameMenu>
      ),
    },
  },
  {
    name: 'Menu',
    states: {
      "of a person's words": (
        <Menu label="Iba pa">
          <MenuLink icon="link" href="/tambayan">
            Buksan
          </MenuLink>
          <PersonItems codename="Tahimik Ulap" href="/tambayan" onAvoid={nothing} />
        </Menu>
      ),
      'with a dangerous item': (
        <Menu label="Iba pa" icon="more">
          <MenuItem icon="pen" onSelect={nothing}>
            I-edit
          </MenuItem>
          <MenuItem icon="block" onSelect={nothing} danger>
            I-block
          </MenuItem>
        </Menu>
      ),
    },
  },
  {
    name: 'Toast',
    states: {
      'success and error': (
        <div className={styles.several}>
          <Button kind="quiet" onClick={() => showToast('Nabitawan mo na. Hinga ka muna. 🌬️')}>
            Success
          </Button>
          <Button kind="quiet" onClick={() => showToast('Hindi naipadala.', 'error')}>
            Error
          </Button>
        </div>
      ),
    },
  },
]
