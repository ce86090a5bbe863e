/** The rooms with their words (specification 2, section 2). */
export const rooms = [
  { id: 'general', name: 'General', emoji: '🪑' },
  { id: 'games', name: 'Games', emoji: '🎲' },
  { id: 'polls', name: 'Polls', emoji: '🗳️' },
] as const

export type Room = (typeof rooms)[number]

/** The room of `?room=`. An unknown one is General. */
export const roomOf = (id: string | null): Room => rooms.find((room) => room.id === id) ?? rooms[0]
