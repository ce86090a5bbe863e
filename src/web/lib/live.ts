/**
 * Live events. A follower subscribes, then fetches (`caughtUp`), then merges by id: nothing is lost in between. An event is a hint that can
 * be missed. The first `follow` loads the client (14 KB), after the first paint.
 */
import { publicConfig } from './config.ts'
import type { Follower, FollowOptions } from './follower.ts'
import { afterFirstPaint } from './first-paint.ts'
import { poll } from './live-poll.ts'
import { isLiveKey, pollEvery } from './live-rules.ts'
import { importQuietly } from './chunks.ts'
import { onSignal } from './signal.ts'

/** False where the server's configuration turns live events off: everything polls. */
export function hasLive(): boolean {
  return isLiveKey(publicConfig().realtimeKey)
}

let socket: Promise<typeof import('./live-socket.ts')> | undefined
/** Followers that join with the first one that needs the socket. */
const patientJoins = new Set<() => void>()

/** Loads the chunk once the page is idle. After a failure the next call retries. */
function loadSocket(): Promise<typeof import('./live-socket.ts')> {
  socket ??= afterFirstPaint()
    .then(() => importQuietly(() => import('./live-socket.ts')))
    .then((loaded) => {
      loaded.startSocket()
      return loaded
    })
    .catch((error: unknown) => {
      socket = undefined
      throw error
    })
  const joins = [...patientJoins]
  patientJoins.clear()
  for (const join of joins) join()
  return socket
}

/** Calls back with a topic's events until the returned function is called. For pages behind the guard. */
export function follow(topic: string, options: FollowOptions): () => void {
  const follower: Follower = { ...options, topic, isThere: false }
  let isOver = false
  let leave: (() => void) | undefined
  let stopWaiting: (() => void) | undefined
  const join = () => {
    stopWaiting?.()
    loadSocket().then(
      (loaded) => {
        if (!isOver) leave = loaded.join(follower)
      },
      // The chunk could not load: the follower polls until the next try.
      () => {
        stopWaiting?.()
        if (!isOver) stopWaiting = onSignal(join)
      },
    )
  }
  if (hasLive() && options.patient && !socket) patientJoins.add(join)
  else if (hasLive()) join()
  const stopPolling = poll(options.poll ?? pollEvery, () => {
    if (!follower.isThere) follower.caughtUp()
  })
  return () => {
    isOver = true
    patientJoins.delete(join)
    stopWaiting?.()
    stopPolling()
    leave?.()
  }
}
