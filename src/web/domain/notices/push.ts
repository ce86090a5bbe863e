/** Pushes to this browser, without any content. The server deletes the subscription with the session. */
import { publicConfig } from '../../lib/config.ts'
import { registerWorker } from '../../lib/register-worker.ts'
import { db } from '../../lib/supabase.ts'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** The browser's own words are English, and differ from browser to browser. */
const unableWords =
  'Hindi kaya ng browser na ’to ang push ngayon. Baka private window ito, o hindi maabot ang push service.'

/** An iPhone has pushes only in the app on its home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator &&
  'PushManager' in globalThis &&
  'Notification' in globalThis &&
  serverKey() !== undefined

const serverKey = () => publicConfig().pushKey || undefined

async function current(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** `on`: the server has this browser's subscription, and it is this person's. */
export async function readPush(): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await current()
  if (!subscription || Notification.permission !== 'granted') return 'off'
  const { data } = await db
    .from('push_subscriptions')
    .select('id')
    .eq('endpoint', subscription.endpoint)
    .throwOnError()
  return data.length > 0 ? 'on' : 'off'
}

/** Must be called from a press of the person: the browser asks only then. Rejects when the push service or our server fails. */
export async function turnPushOn(): Promise<PushState> {
  const applicationServerKey = serverKey()
  if (!canPush() || !applicationServerKey) return 'unsupported'
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off'
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  // An old subscription may be another person's, or of another key of the server.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch((cause) => {
    throw new Error(unableWords, { cause })
  })
  const { endpoint, keys } = made.toJSON()
  try {
    await db
      .from('push_subscriptions')
      .insert({ endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' })
      .throwOnError()
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  return 'on'
}

/** Rejects when the server does not answer. The browser takes no more pushes in either case. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await current()
  if (!subscription) return 'off'
  await subscription.unsubscribe()
  await db.from('push_subscriptions').delete().eq('endpoint', subscription.endpoint).throwOnError()
  return 'off'
}
