import { dropDiaryKey, useDiaryKey } from '../../../lib/diary-lock.ts'
import { Button } from '../../../ui/Button.tsx'

/** Closes an open diary in every tab; nothing while it is closed. */
export function LockNow() {
  return useDiaryKey() ? (
    <Button kind="quiet" size="small" icon="lock" onClick={dropDiaryKey}>
      I-lock na
    </Button>
  ) : null
}
