import { describe, expect, it } from 'vitest'
import { emi } from './emi.ts'
import { mentionsEmi } from './emi-calls.ts'
import { actionLines, readEmiMessage, withAction } from './emi-actions.ts'

describe('a mention of Emi', () => {
  it.each(['@emi', '@Emi, gising ka pa?', 'uy @EMI!', 'hoy(@emi)', `@{${emi.id}} hi`, 'pakinggan mo\n@emi'])(
    '%j calls her',
    (text) => {
      expect(mentionsEmi(text)).toBe(true)
    },
  )
  it.each(['emi', '@emily', '@emi_chan', 'ako@emi', '@@emi', '@émi', '@{e1e1e1e1}', '@ emi', ''])(
    '%j does not call her',
    (text) => {
      expect(mentionsEmi(text)).toBe(false)
    },
  )
})

describe('the line of an action', () => {
  it.each(['breathe', 'senses', 'write'] as const)('%s goes into a message and comes out again', (action) => {
    const message = withAction({ text: 'Nandito ako.\nDahan-dahan.', action })
    expect(message.split('\n').at(-1)).toBe(actionLines[action])
    expect(readEmiMessage(message)).toEqual({ text: 'Nandito ako.\nDahan-dahan.', action })
  })
  it('only the last line counts', () => {
    const message = `${actionLines.breathe}\nDi ba?`
    expect(readEmiMessage(message)).toEqual({ text: message })
    expect(readEmiMessage('Sige.')).toEqual({ text: withAction({ text: 'Sige.' }) })
    expect(readEmiMessage(`  ${actionLines.write}  \n`)).toEqual({ text: '', action: 'write' })
    expect(readEmiMessage('')).toEqual({ text: '' })
  })
})
