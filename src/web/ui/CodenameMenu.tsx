import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLink } from './Menu.tsx'

type PersonProps = {
  codename: string
  /** The address of the conversation with this person. */
  href: string
  onAvoid: (way: 'block' | 'mute') => void
}

type ItemsProps = Omit<PersonProps, 'href'> & { href?: string }

/** The acts on a person, in the menu of their codename, post, comment, message or conversation. */
export function PersonItems({ codename, href, onAvoid }: ItemsProps) {
  return (
    <>
      {href !== undefined && (
        <MenuLink icon="comment" href={href}>
          I-message si <bdi>{codename}</bdi>
        </MenuLink>
      )}
      <MenuItem icon="mute" onSelect={() => onAvoid('mute')}>
        I-mute si <bdi>{codename}</bdi>
      </MenuItem>
      <MenuItem icon="block" danger onSelect={() => onAvoid('block')}>
        I-block si <bdi>{codename}</bdi>
      </MenuItem>
    </>
  )
}

/** A codename that opens its person's menu. `children`: the codename as it looks here. */
export function CodenameMenu({ children, ...person }: PersonProps & { children: ReactNode }) {
  return (
    <Menu label={`${person.codename}: mga puwedeng gawin`} face={children}>
      <PersonItems {...person} />
    </Menu>
  )
}
