import { expect, it } from 'vitest'
import { facesIn } from './online.ts'

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const face = { userId: id, codename: 'Ana', avatar_url: '/a.png', is_premium: true, presence_ref: 'x' }

it('a roster with broken entries keeps the others', () => {
  const broken = [{}, { ...face, userId: 'ana' }, { ...face, codename: 7 }]
  expect(facesIn([...broken, face, { ...face, avatar_url: 1, is_premium: 'yes' }])).toEqual([
    { id, codename: 'Ana', avatar_url: '/a.png', is_premium: true },
    { id, codename: 'Ana', avatar_url: null, is_premium: false },
  ])
})
