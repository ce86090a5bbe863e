import { dropDiaryKey, useDiaryKey } from '../../../domain/diary/lock.ts'
import { IconButton } from '../../../ui/Button.tsx'

/** Closes an open diary in every tab; nothing while it is closed. */
export function LockNow() {
  return useDiaryKey() && <IconButton icon="lock" label="I-lock na" kind="quiet" onClick={dropDiaryKey} />
}
