import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

type Look = {
  kind?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 'normal' | 'large' | 'small'
  wide?: boolean
  icon?: IconName
}
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean }

const look = ({ kind = 'primary', size = 'normal', wide }: Look, className?: string) =>
  classes(styles.button, styles[kind], styles[size], wide && styles.wide, className)

/** A busy button keeps its width, ignores presses and tells screen readers so. */
export function Button({
  kind,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ kind, size, wide } as Look, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <span className={styles.label}>
        {icon && <Icon name={icon} size={20} />}
        {children}
      </span>
      {busy && (
        <span className={styles.busy}>
          <Spinner size={22} />
        </span>
      )}
    </button>
  )
}

type LinkButtonProps = Look & {
  href: string
  children: ReactNode
  className?: string | undefined
  /** The state of its history entry. */
  state?: unknown
} & Omit<ComponentProps<'a'>, 'href'>

/** A link that looks like a button; within the app it navigates without a page load. */
export function LinkButton({ kind, size, wide, icon, href, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} href={href} className={look({ kind, size, wide } as Look, className)}>
      <span className={styles.label}>
        {icon && <Icon name={icon} size={20} />}
        {children}
      </span>
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  label: string
  kind?: 'plain' | 'quiet'
  badge?: ReactNode
}

/** 44 px, and `label` is its name. */
export function IconButton({ icon, label, kind = 'plain', badge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(styles.icon, styles[kind], className)}
    >
      <Icon name={icon} />
      {badge}
    </button>
  )
}
