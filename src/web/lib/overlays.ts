import { createStore, useStore } from './store.ts'

/** An open overlay. `key` is new each time it is opened. */
export type Opened<Props, Name extends keyof Props = keyof Props> = {
  [Each in Name]: { key: number; name: Each; props: Props[Each] }
}[Name]

/** What is open over the page: at most one overlay a name. `Props` lists the names and what each is opened with. */
export function createOverlays<Props extends Record<keyof Props, object>>() {
  const open = createStore<readonly Opened<Props>[]>([])
  let count = 0
  const without = (name: keyof Props) => open.read().filter((each) => each.name !== name)
  return {
    isOpen: (name: keyof Props): boolean => open.read().some((each) => each.name === name),

    /** Opens it; one of the same name that is open gives way. */
    openOverlay: <Name extends keyof Props>(name: Name, props: Props[Name]): void =>
      open.put([...without(name), { key: ++count, name, props }]),

    closeOverlay: (name: keyof Props): void => {
      const left = without(name)
      if (left.length < open.read().length) open.put(left)
    },

    useOpened: (): readonly Opened<Props>[] => useStore(open),
  }
}
