import { endAsk, type Ask } from '../../lib/asks.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'

/** The dialog for what was asked for somewhere in the app. */
export function Asked({ asked }: { asked: Ask }) {
  if (asked.kind === 'report') return <ReportDialog key={asked.id} item={asked} onClose={endAsk} />
  return <BlockDialog key={asked.kind + asked.userId} wanted={asked} onClose={endAsk} />
}
