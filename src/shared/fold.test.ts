import { expect, it } from 'vitest'
import { fold } from './fold.ts'

it('a word folds to one text in every spelling', () => {
  for (const spelled of ['Pag-ibig', 'PAG-IBIG', 'págibig', 'pag\u200bibig', 'pag‑ibig', 'ｐａｇｉｂｉｇ'])
    expect(fold(spelled)).toBe('pagibig')
  expect(fold('Pag-ibig, di ’ba?')).toBe('pagibig di ba')
  expect(fold(' ?! 💔 ')).toBe('')
})
