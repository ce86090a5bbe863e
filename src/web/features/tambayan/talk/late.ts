import { createElement, type ComponentType } from 'react'
import { importQuietly, quietChunk, type Chunk } from '../../../lib/chunks.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { showToast } from '../../../lib/toast.ts'

type Acts = (typeof import('./acts.ts'))['acts']
let loaded: Acts | undefined

/** The code that comes with the first touch: the menu, edits, the outbox, and the check for details. */
export const loadActs = (): Promise<Acts> =>
  importQuietly(() => import('./acts.ts').then(({ acts }) => (loaded = acts)))

/** Acts at once when the code is here: words that are typed after an Enter are not cleared with those before it. */
export const withActs = (act: (acts: Acts) => void): void =>
  loaded ? act(loaded) : void loadActs().then(act).catch(tellFailure)

/** Undefined until it is here. */
export const readActs = (): Acts | undefined => loaded

/** A component of the acts. It needs no preload of its own once the acts are here. */
function part<Props extends object>(of: (acts: Acts) => ComponentType<Props>): Chunk<Props> {
  const { preload, Component } = quietChunk(() => loadActs().then(of))
  return {
    preload,
    Component: (props: Props) => createElement(loaded ? of(loaded) : Component, props),
  }
}

export const menu = part((acts) => acts.TalkMenu)
export const emiStrip = part((acts) => acts.EmiStrip)
export const answeredSlip = part((acts) => acts.Answered)
export const nudgeSlip = part((acts) => acts.NudgeSlip)
export const attachedFile = part((acts) => acts.AttachedFile)
/** Addresses, files and stickers in messages, and what Emi offers: many talks have none. */
export const richText = quietChunk(() => import('./parts/RichText.tsx').then((m) => m.RichText))
export const seenMentions = quietChunk(() => import('./SeenMentions.tsx').then((m) => m.SeenMentions))
export const editor = part((acts) => acts.EditMessage)

export const tellFailure = (error: unknown): void => showToast(wordsFor(error), 'error')
