import type { Talk } from './message.ts'

const loading: Talk = { messages: [], state: 'loading', hasEarlier: false, hasLater: false, heardLater: 0 }

/** Opens a talk, follows it, and catches up after a lost connection. */
export function useTalk(_topic: string): Talk {
  return loading
}

/** Adds the page before the window. Returns false when it could not be fetched. */
export async function loadEarlier(_topic: string): Promise<boolean> {
  return false
}

/** Adds the page after the window. Returns false when it could not be fetched. */
export async function loadLater(_topic: string): Promise<boolean> {
  return false
}

/** Moves the window to the newest messages. Returns false when they could not be fetched. */
export async function goToEnd(_topic: string): Promise<boolean> {
  return false
}

/** Moves the window to a message. Returns false when it is gone or out of sight. */
export async function goToMessage(_topic: string, _id: string): Promise<boolean> {
  return false
}

/** While the reader is away from the end, new messages never push out those on the screen: the window stops, and `hasLater` is true. */
export function holdWindow(_topic: string, _isHeld: boolean): void {
  return undefined
}
