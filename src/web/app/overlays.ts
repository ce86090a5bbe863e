import { canRefine } from '../domain/draft/refining.ts'
import type { Overlays } from '../domain/overlays.ts'
import { unprepareHelp } from '../domain/safety/crisis.ts'
import { quietChunk, type Chunk } from '../lib/chunks.ts'

type Overlay<Props extends object> = {
  code: Chunk<Props & { onClose: () => void }>
  /** It closes when its page is left. */
  isOfPage?: true
  /** Checked after the code has loaded, which may take long. */
  isStillWanted?: (props: Props) => boolean
  /** It is opened ahead of need: a failed load shows no toast. */
  ahead?: { onFailure: () => void }
}

/** The code of each overlay. */
export const overlays: { [Name in keyof Overlays]: Overlay<Overlays[Name]> } = {
  report: {
    code: quietChunk(() => import('../features/safety/ReportDialog.tsx').then((m) => m.ReportDialog)),
  },
  avoid: {
    code: quietChunk(() => import('../features/safety/BlockDialog.tsx').then((m) => m.BlockDialog)),
  },
  refine: {
    code: quietChunk(() => import('../features/refine/RefineDialog.tsx').then((m) => m.RefineDialog)),
    isOfPage: true,
    isStillWanted: canRefine,
  },
  outbox: {
    code: quietChunk(() => import('./OutboxDialog.tsx').then((m) => m.OutboxDialog)),
  },
  leave: {
    code: quietChunk(() => import('../features/profile/LeaveDialog.tsx').then((m) => m.LeaveDialog)),
    isOfPage: true,
  },
  emi: {
    code: quietChunk(() => import('../features/emi/EmiOverlay.tsx').then((m) => m.EmiOverlay)),
  },
  help: {
    code: quietChunk(() => import('../features/safety/HelpCard.tsx').then((m) => m.HelpCard)),
    ahead: { onFailure: unprepareHelp },
  },
}
