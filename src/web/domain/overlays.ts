import type { ReportedItemType } from '../../shared/reports.ts'
import { createOverlays } from '../lib/overlays.ts'

/** What any feature can open without importing the feature that draws it (app/overlays.ts has the code). */
export type Overlays = {
  report: { type: ReportedItemType; id: string }
  /** `codename` as it is shown beside what the person wrote. */
  avoid: { way: 'block' | 'mute'; userId: string; codename: string }
  refine: {
    /** The result is typed into this text area, so its owner sees it as typed and undo takes it out again. */
    field: HTMLTextAreaElement
    writerId: string
    /** These words are known to be kept from our server. The dialog finds out by itself whether the diary is locked. */
    asksFirst?: boolean
  }
  /** What waits for a signal. */
  outbox: object
  /** The help card: opened while somebody writes, shown when their words speak of crisis. */
  help: object
}

export const { openOverlay, closeOverlay, isOpen, useOpened } = createOverlays<Overlays>()
