import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Menu.module.css'
import { moveFocus, useSlip } from './use-slip.ts'

type MenuProps = {
  /** The name of the button and of the menu. */
  label: string
  icon?: IconName
  /** Shown in the button instead of the icon, such as a codename. */
  face?: ReactNode
  className?: string
  /** `MenuItem`s and `MenuLink`s. */
  children: ReactNode
}

/** A button that opens a list of actions. */
export function Menu({ label, icon = 'more', face, className, children }: MenuProps) {
  const { isOpen, close, ofButton, ofSlip } = useSlip()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // The focus returns to the button, and the browser moves on from there.
    if (event.key === 'Tab') close()
    else moveFocus(event)
  }
  return (
    <>
      {face ? (
        <button
          {...ofButton}
          type="button"
          aria-haspopup="menu"
          aria-label={label}
          className={classes(styles.face, className)}
        >
          {face}
        </button>
      ) : (
        <IconButton {...ofButton} icon={icon} label={label} className={className} aria-haspopup="menu" />
      )}
      <div {...ofSlip} className={styles.slip}>
        {isOpen && (
          <div role="menu" tabIndex={-1} aria-label={label} className={styles.items} onKeyDown={onKeyDown}>
            {children}
          </div>
        )}
      </div>
    </>
  )
}

type MenuItemProps = { icon: IconName; onSelect: () => void; danger?: boolean; children: ReactNode }

/** One action. `onSelect` runs when the menu is closed and its button has the focus, so a dialog returns it there. */
export function MenuItem({ icon, onSelect, danger, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes(styles.item, danger && styles.danger)}
      onClick={(event) => {
        hide(event)
        onSelect()
      }}
    >
      <Icon name={icon} size={22} />
      <span className={styles.words}>{children}</span>
    </button>
  )
}

/** One way to another page. */
export function MenuLink({ icon, href, children }: { icon: IconName; href: string; children: ReactNode }) {
  return (
    <Link href={href} role="menuitem" tabIndex={-1} className={styles.item} onClick={hide}>
      <Icon name={icon} size={22} />
      <span className={styles.words}>{children}</span>
    </Link>
  )
}

const hide = ({ currentTarget }: MouseEvent) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
