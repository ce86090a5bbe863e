import { lstatSync, readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isReachable } from './db/embedded/folders.ts'

const code = fileURLToPath(new URL('.', import.meta.url))

/** Started as root, the process becomes the account that owns DATA_DIR, for good. Otherwise it stays root and logs why. */
export function giveUpRoot(dataDir: string, log: (line: string) => void): void {
  if (process.getuid?.() !== 0) return
  const reason = becomeOwner(dataDir)
  if (reason)
    log(
      `Warning: Emote keeps running as root, because ${reason}. Better: give DATA_DIR to an account of its own (chown -R).`,
    )
}

/** Returns the reason when the process stays root. */
function becomeOwner(dataDir: string): string | undefined {
  const found = lstatSync(dataDir, { throwIfNoEntry: false })
  if (!found || found.uid === 0) return `DATA_DIR ${dataDir} belongs to root`
  const { uid } = found
  const foreign = readdirSync(dataDir).find((name) => lstatSync(join(dataDir, name)).uid !== uid)
  if (foreign) return `${join(dataDir, foreign)} does not belong to the owner of DATA_DIR`
  const closed = [dataDir, code].find((folder) => !isReachable(folder))
  if (closed) return `the owner of DATA_DIR cannot enter ${closed}`
  const gid = groupOf(uid)
  if (gid === undefined) return `the owner of DATA_DIR, ${uid}, is no account of this machine`
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  return undefined
}

function groupOf(uid: number): number | undefined {
  process.seteuid?.(uid)
  try {
    return userInfo().gid
  } catch {
    return undefined
  } finally {
    process.seteuid?.(0)
  }
}
