import type { ReportedItemType } from '../../shared/reports.ts'
import { messageAddress } from '../../shared/routes.ts'
import { createOverlays } from '../lib/overlays.ts'

/** Overlays that any feature opens without importing the feature that draws them (code: app/overlays.ts). */
export type Overlays = {
  report: { type: ReportedItemType; id: string; onSent?: () => void }
  /** `codename` as shown beside the post or comment. */
  avoid: { way: 'block' | 'mute'; userId: string; codename: string }
  refine: {
    /** The result is typed into this text area, so undo removes it. */
    field: HTMLTextAreaElement
    writerId: string
    /** These words never reach our server. The dialog itself checks whether the diary is locked. */
    asksFirst?: boolean
  }
  /** The outbox. */
  outbox: object
  /** Deactivates the account. */
  leave: object
  /** Emi's overlays: slow breaths, the exercise of the senses, or what Emi keeps of the person. */
  emi: { part: 'breathe' | 'senses' | 'memory' }
  /** The help card: loaded while a person writes, shown when the words speak of crisis. */
  help: object
}

export const { openOverlay, closeOverlay, isOpen, useOpened } = createOverlays<Overlays>()

/** The props that the menu of a codename needs (ui/CodenameMenu.tsx). */
export const menuOf = (userId: string, codename: string, avatar?: string | null) => ({
  codename,
  href: messageAddress(userId, codename, avatar),
  onAvoid: (way: Overlays['avoid']['way']) => openOverlay('avoid', { way, userId, codename }),
})
