import { expect, it } from 'vitest'
import { proofPath } from './proof-name.ts'

it.each([
  ['Resibo ko (1).PNG', undefined, 'me/7_Resibo_ko__1_.PNG'],
  ['GCash 2026/11.jpeg', 'webp', 'me/7_GCash_2026_11.webp'],
  ['../../secrets', undefined, 'me/7_.._.._secrets'],
  ['resibo', 'webp', 'me/7_resibo.webp'],
  ['.htaccess', undefined, 'me/7_.htaccess'],
  ['ñandú 💜.pdf', undefined, 'me/7__and____.pdf'],
])('the name %s becomes a key in the folder of its owner', (name, ending, path) => {
  expect(proofPath('me', '7', name, ending)).toBe(path)
})

it('a long name is cut', () => {
  expect(proofPath('me', '7', `${'a'.repeat(300)}.pdf`)).toBe(`me/7_${'a'.repeat(80)}.pdf`)
})
