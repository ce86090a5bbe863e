import { createStore, useStore } from './store.ts'

export type Opened<Props, Name extends keyof Props = keyof Props> = {
  [Each in Name]: { key: number; name: Each; props: Props[Each] }
}[Name]

/** The open overlays, at most one a name. `Props` maps each name to its props. */
export function createOverlays<Props extends Record<keyof Props, object>>() {
  const open = createStore<readonly Opened<Props>[]>([])
  let count = 0
  const without = (name: keyof Props) => open.read().filter((each) => each.name !== name)
  return {
    isOpen: (name: keyof Props): boolean => open.read().some((each) => each.name === name),

    /** Replaces an open overlay of the same name. */
    openOverlay: <Name extends keyof Props>(name: Name, props: Props[Name]): void =>
      open.put([...without(name), { key: ++count, name, props }]),

    closeOverlay: (name: keyof Props): void => {
      const left = without(name)
      if (left.length < open.read().length) open.put(left)
    },

    useOpened: (): readonly Opened<Props>[] => useStore(open),
  }
}
