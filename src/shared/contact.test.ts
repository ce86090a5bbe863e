import { describe, expect, it } from 'vitest'
import { contactFault } from './contact.ts'

const whole = {
  name: '',
  email: 'mina@emote.test',
  subject: 'Bug Report',
  message: 'Ayaw bumukas ng diary ko.',
}

describe('a message to us', () => {
  it('can be sent without a name', () => {
    expect(contactFault(whole)).toBeUndefined()
  })

  it.each([{ email: '' }, { email: '  ' }, { subject: '' }, { message: ' \n ' }])('lacks %o', (gap) => {
    expect(contactFault({ ...whole, ...gap })).toBe('Please fill in all required fields')
  })

  it('needs ten characters, spaces around it not counted, and takes five thousand', () => {
    const short = 'Message must be at least 10 characters long'
    expect(contactFault({ ...whole, message: '  123456789  ' })).toBe(short)
    expect(contactFault({ ...whole, message: '1234567890' })).toBeUndefined()
    expect(contactFault({ ...whole, message: '🌧'.repeat(9) })).toBe(short)
    expect(contactFault({ ...whole, message: '🌧'.repeat(5_000) })).toBeUndefined()
    expect(contactFault({ ...whole, message: 'a'.repeat(5_001) })).toBe(
      'Message must be at most 5,000 characters long',
    )
  })

  it.each([
    'mina',
    'mina@',
    '@emote.test',
    'a@b',
    'mina@emote.test, b@emote.test',
    'Mina <a@emote.test>',
    'mi\u0001na@emote.test',
    'mina\u202e@emote.test',
  ])('needs one mail address, not %j', (email) => {
    expect(contactFault({ ...whole, email })).toBe('Please enter a valid email address')
  })

  it('takes a name of a hundred characters', () => {
    expect(contactFault({ ...whole, name: 'n'.repeat(100) })).toBeUndefined()
    expect(contactFault({ ...whole, name: 'n'.repeat(101) })).toBe('Name must be at most 100 characters long')
  })
})
