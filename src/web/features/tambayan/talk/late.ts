import { importQuietly, quietChunk } from '../../../lib/chunks.ts'
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

export const menu = quietChunk(() => loadActs().then(({ TalkMenu }) => TalkMenu))
export const emiStrip = quietChunk(() => loadActs().then(({ EmiStrip }) => EmiStrip))
export const answeredSlip = quietChunk(() => loadActs().then(({ Answered }) => Answered))
export const choices = quietChunk(() => loadActs().then(({ Choices }) => Choices))
export const nudgeSlip = quietChunk(() => loadActs().then(({ NudgeSlip }) => NudgeSlip))
export const attachedFile = quietChunk(() => loadActs().then(({ AttachedFile }) => AttachedFile))
/** Addresses, files and stickers in messages, and what Emi offers: many talks have none. */
export const richText = quietChunk(() => import('./parts/RichText.tsx').then((m) => m.RichText))
export const editor = quietChunk(() => loadActs().then(({ EditMessage }) => EditMessage))

export const tellFailure = (error: unknown): void => showToast(wordsFor(error), 'error')
