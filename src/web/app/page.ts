import { createElement, lazy, type ComponentType } from 'react'

export type Loadable<Props extends object = object> = {
  /** Fetches the code; once it is here the component renders without suspending. */
  preload: () => Promise<unknown>
  Component: ComponentType<Props>
}

/** A component in its own chunk. `React.lazy` alone suspends once even for code that is here, which would flash over prerendered HTML. */
export function page<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Late: ComponentType<Props> = lazy(preload)
  return { preload, Component: (props: Props) => createElement(loaded ?? Late, props) }
}
