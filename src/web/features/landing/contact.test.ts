import { expect, it } from 'vitest'
import { mailtoOf } from './contact.api.ts'

it("a message goes into a mail of the sender's own with its words unchanged", () => {
  const link = new URL(
    mailtoOf('kami@emote.test', { subject: 'Bug Report', message: 'Una & ikalawa?\nPangatlo' }),
  )
  expect(link.pathname).toBe('kami@emote.test')
  expect(link.searchParams.get('subject')).toBe('Bug Report')
  expect(link.searchParams.get('body')).toBe('Una & ikalawa?\nPangatlo')
})
