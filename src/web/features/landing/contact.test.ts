import { describe, expect, it } from 'vitest'
import { faultOf, mailtoOf } from './contact.api.ts'

const whole = {
  name: '',
  email: 'mina@emote.test',
  subject: 'Bug Report',
  message: 'Ayaw bumukas ng diary ko.',
}

describe('a message to us', () => {
  it('can be sent without a name', () => {
    expect(faultOf(whole)).toBeUndefined()
  })

  it.each([{ email: '' }, { email: '  ' }, { subject: '' }, { message: ' \n ' }])('lacks %o', (gap) => {
    expect(faultOf({ ...whole, ...gap })).toBe('Please fill in all required fields')
  })

  it('needs ten characters, spaces around it not counted', () => {
    expect(faultOf({ ...whole, message: '  123456789  ' })).toBe(
      'Message must be at least 10 characters long',
    )
    expect(faultOf({ ...whole, message: '1234567890' })).toBeUndefined()
  })

  it("goes into a mail of the sender's own with its words unchanged", () => {
    const link = new URL(mailtoOf('kami@emote.test', { ...whole, message: 'Una & ikalawa?\nPangatlo' }))
    expect(link.pathname).toBe('kami@emote.test')
    expect(link.searchParams.get('subject')).toBe('Bug Report')
    expect(link.searchParams.get('body')).toBe('Una & ikalawa?\nPangatlo')
  })
})
