import { createElement, lazy, type ComponentType } from 'react'

let running = 0

/** True during a quiet import: its failure must not reload the page (app/main.tsx). */
export const isQuiet = (): boolean => running > 0

/** Imports code without reloading the page when a release has removed it: a person may be writing. Rejects as the import does. */
export async function importQuietly<Module>(load: () => Promise<Module>): Promise<Module> {
  running++
  try {
    return await load()
  } finally {
    running--
  }
}

export type Chunk<Props extends object = object> = {
  preload: () => Promise<unknown>
  Component: ComponentType<Props>
}

/** A component in its own chunk. `React.lazy` suspends once even for loaded code, which would flash over prerendered HTML. */
export function chunk<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Late: ComponentType<Props> = lazy(preload)
  return {
    preload,
    Component: (props: Props) => createElement(loaded ?? Late, props),
  }
}

export const quietChunk = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): Chunk<Props> => chunk(() => importQuietly(load))
