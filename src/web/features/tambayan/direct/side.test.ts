import { expect, it } from 'vitest'
import { addressOf, isClosingSwipe, sideOf } from './side.ts'

const ana = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

it.each([
  ['', undefined],
  ['?room=games', undefined],
  ['?people=1', { kind: 'people' }],
  ['?chats=1', { kind: 'chats' }],
  [`?dmUser=${ana}`, { kind: 'talk', userId: ana, codename: '', avatar: null }],
  [
    `?dmUser=${ana.toUpperCase()}&dmCodename=Ana&dmAvatar=%2Fa.png&chats=1`,
    { kind: 'talk', userId: ana, codename: 'Ana', avatar: '/a.png' },
  ],
  ['?dmUser=1%20or%201&dmCodename=Ana', undefined],
  ['?dmUser=', undefined],
])('the address %s asks for %o', (search, side) => {
  expect(sideOf(search)).toEqual(side)
})

it.each(['', '?room=games', `?room=a%26chats%3D1`])('a side keeps the room of %s and comes back', (room) => {
  const sides = [
    undefined,
    { kind: 'people' },
    { kind: 'chats' },
    { kind: 'talk', userId: ana, codename: 'Ana & Ben', avatar: null },
  ] as const
  for (const side of sides) {
    const [, search = ''] = addressOf(room, side).split('?')
    expect(sideOf(search)).toEqual(side)
    expect(new URLSearchParams(search).get('room')).toBe(new URLSearchParams(room).get('room'))
  }
})

it.each([
  [0, 80, false],
  [0, 81, true],
  [39, 81, true],
  [-45, 81, false],
  [0, -200, false],
])('a finger that moved %i right and %i down closes: %s', (right, down, closes) => {
  expect(isClosingSwipe(right, down)).toBe(closes)
})
