import { expect, it, vi } from 'vitest'
import { emi } from '../../../../shared/emi.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { lastWords } from './write-it.ts'

vi.mock('../../../domain/messages/talk.ts', () => ({ readTalk: () => [] }))
vi.mock('../../../lib/toast.ts', () => ({ showToast: () => undefined }))

const said = (id: string, sender_id: string, text: string, reply_to: string | null = null) =>
  ({ id, sender_id, text, reply_to, mentioned: [] }) as unknown as Message
const [mina, jun] = ['mina', 'jun']

it('in private all words since her last answer go along', () => {
  const talk = [
    said('1', mina, 'hi'),
    said('2', emi.id, 'Hello.'),
    said('3', mina, 'Nag-away kami ni Mama.'),
    said('4', mina, 'Ang bigat.'),
    said('5', emi.id, 'Isulat mo muna?'),
    said('6', mina, 'sige'),
  ]
  expect(lastWords(talk, talk[4] as Message, mina)).toBe('Nag-away kami ni Mama.\nAng bigat.')
})

it('in private a mere sigh takes earlier words along', () => {
  const talk = [
    said('0', mina, 'Galing ako sa trabaho, late na naman.'),
    said('1', mina, 'Lagi nila akong kinukumpara kay Kuya.'),
    said('2', emi.id, 'Ang bigat niyan.'),
    said('3', mina, 'hay'),
    said('4', emi.id, 'Isulat mo muna?'),
  ]
  expect(lastWords(talk, talk[4] as Message, mina)).toBe('Lagi nila akong kinukumpara kay Kuya.\nhay')
})

it('in General only the answered message of the reader goes along, without her name', () => {
  const talk = [
    said('1', mina, 'ulan na naman'),
    said('2', mina, 'Hoy @Emi, hindi ako makatulog'),
    said('3', jun, 'same'),
    said('4', emi.id, 'Isulat mo muna?', '2'),
  ]
  expect(lastWords(talk, talk[3] as Message, mina)).toBe('Hoy hindi ako makatulog')
  expect(lastWords(talk, talk[3] as Message, jun)).toBe('same')
})
