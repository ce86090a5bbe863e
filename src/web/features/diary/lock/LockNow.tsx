import { dropDiaryKey, useDiaryKey } from '../../../domain/diary/lock.ts'
import { IconButton } from '../../../ui/Button.tsx'

/** Locks an open diary in every tab. Shows nothing while it is locked. */
export function LockNow() {
  return useDiaryKey() && <IconButton icon="lock" label="I-lock na" kind="quiet" onClick={dropDiaryKey} />
}
