import { importQuietly } from '../../lib/chunks.ts'

// No part of a first load. Once the page has loaded them (app/Sending.tsx) they are there without a signal too, for whoever asks here.

export const loadDelivery = () => importQuietly(() => import('./delivery.ts'))
export const loadOutbox = () => importQuietly(() => import('./outbox.ts'))
export const loadCourier = () => importQuietly(() => import('./courier.ts'))

/** What seals, for a diary with a lock: no other needs it. */
export const loadVault = () => importQuietly(() => import('../diary/vault.ts'))
