/**
 * What others do, as it happens. The order is always: subscribe, fetch (`caughtUp`), merge by id; so nothing falls between the two, and an
 * event is only ever a hint that may be missed. The client itself (14 KB) comes after the first paint, with the first `follow`.
 */
import { publicConfig } from './config.ts'
import type { Follower, FollowOptions } from './follower.ts'
import { afterFirstPaint } from './first-paint.ts'
import { poll } from './live-poll.ts'
import { isLiveKey, pollEvery } from './live-rules.ts'
import { importQuietly } from './chunks.ts'

/** False where the server's configuration turns listening off: everything polls. */
export function hasLive(): boolean {
  return isLiveKey(publicConfig().realtimeKey)
}

let socket: Promise<typeof import('./live-socket.ts')> | undefined
/** The patient ones: the first who needs the socket takes them along. */
const waiting = new Set<() => void>()

/** The chunk after the page is loaded and idle; a failure is forgotten, so that the next one asks again. */
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
  const patient = [...waiting]
  waiting.clear()
  for (const join of patient) join()
  return socket
}

/** Calls back with what happens on a topic until the returned function is called. For pages behind the guard. */
export function follow(topic: string, options: FollowOptions): () => void {
  const follower: Follower = { ...options, topic, isThere: false }
  let isOver = false
  let leave: (() => void) | undefined
  const join = () => {
    loadSocket().then(
      (loaded) => {
        if (!isOver) leave = loaded.join(follower)
      },
      // No signal for the chunk: until the next try it polls like everybody without a socket.
      () => !isOver && addEventListener('online', join, { once: true }),
    )
  }
  if (hasLive() && options.patient && !socket) waiting.add(join)
  else if (hasLive()) join()
  const stopPolling = poll(options.poll ?? pollEvery, () => {
    if (!follower.isThere) follower.caughtUp()
  })
  return () => {
    isOver = true
    waiting.delete(join)
    removeEventListener('online', join)
    stopPolling()
    leave?.()
  }
}
