import { WrongPassphrase, WrongRecoveryKey } from '../../../domain/diary/keys.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { BrokenSeal } from '../../../domain/diary/vault.ts'

/** An error of the lock in words for the person. */
export function lockWords(error: unknown): string {
  if (error instanceof WrongPassphrase)
    return 'Hindi iyan ang passphrase ng diary mo. Tingnan ang bawat letra at kung naka-Caps Lock, tapos subukan ulit.'
  if (error instanceof WrongRecoveryKey)
    return 'Hindi iyan ang recovery key ng diary mo. Walong grupo ito na tig-apat ang letra; tingnan ang bawat isa.'
  if (error instanceof BrokenSeal)
    return 'Hindi mabasa ang lock ng diary. I-refresh ang page at subukan ulit.'
  return wordsFor(error, 'Hindi natuloy. Subukan ulit.')
}
