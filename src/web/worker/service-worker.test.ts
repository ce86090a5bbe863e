import { beforeEach, expect, it, vi } from 'vitest'

/** A script without exports: only its path may be imported. */
const file = './service-worker.ts'

type Handler = (event: object) => void
const handlers = new Map<string, Handler>()
const asked: unknown[] = []
const tabs: object[] = []

beforeEach(async () => {
  vi.resetModules()
  for (const list of [asked, tabs]) list.length = 0
  vi.stubGlobal('BUILD', 'one')
  vi.stubGlobal('PARTS', [])
  vi.stubGlobal('self', {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    registration: { showNotification: async (...shown: unknown[]) => asked.push(shown) },
    clients: { matchAll: async () => tabs, openWindow: async (path: string) => asked.push(path) },
  })
  await import(file)
})

async function happen(name: string, event: object = {}): Promise<void> {
  const waits: Promise<unknown>[] = []
  handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => void waits.push(work) })
  await Promise.all(waits)
}

it('a push shows the same words whatever it holds', async () => {
  await happen('push', { data: { text: () => 'lihim' } })
  expect(asked).toEqual([['Emote', expect.objectContaining({ body: 'May bago sa Emote', tag: 'emote' })]])
  expect(JSON.stringify(asked)).not.toContain('lihim')
})

it('a press on it brings an open page to the front, or opens the conversations', async () => {
  const notification = { close: () => asked.push('closed') }
  await happen('notificationclick', { notification })
  tabs.push({ focus: async () => asked.push('focused') })
  await happen('notificationclick', { notification })
  expect(asked).toEqual(['closed', '/tambayan?chats=1', 'closed', 'focused'])
})
