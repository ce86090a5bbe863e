import { rooms as ids } from '../../../../shared/talks.ts'

const names = { general: 'General', games: 'Games', polls: 'Polls' } as const

/** The rooms with their names (specification 2, section 2). */
export const rooms = ids.map((id) => ({ id, name: names[id] }))

export type Room = (typeof rooms)[number]

/** The room of `?room=`. An unknown one is General. */
export const roomOf = (id: string | null): Room =>
  rooms.find((room) => room.id === id) ?? { id: 'general', name: names.general }
