import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSmsGateway, type SmsGateway } from '../../../../tests/support/sms-gateway.ts'
import { SmsError, usualBody } from './http-gateway.ts'
import { createSms } from './index.ts'

const text = { phone: '639171234567', text: 'Ang code mo sa Emote: 123456' }
const logged: string[] = []
const log = (line: string) => void logged.push(line)
const countries = ['63', '65']
const nowhere = { outbox: '/nonexistent', countries, log }

describe('the gateway of SMS', () => {
  let gateway: SmsGateway
  beforeAll(async () => void (gateway = await startSmsGateway()))
  beforeEach(() => {
    gateway.asked.length = 0
    gateway.answer = { status: 200 }
  })
  afterAll(() => gateway.stop())
  const send = (body = usualBody, message = text) =>
    createSms({ gateway: { url: gateway.url, token: 'lihim', body }, ...nowhere }).send(message)

  it('gets the number and the words as JSON, with the token', async () => {
    await send()
    expect(gateway.asked).toHaveLength(1)
    expect(gateway.asked[0]).toMatchObject({
      path: '/texts',
      headers: { authorization: 'Bearer lihim', 'content-type': 'application/json' },
      body: { to: '+639171234567', message: text.text },
    })
  })

  it('gets the body that its own template asks for', async () => {
    await send('{"from":"EMOTE","numbers":["{phone}"],"sms":{"text":"{text}","flash":false}}')
    expect(gateway.asked[0]?.body).toEqual({
      from: 'EMOTE',
      numbers: ['639171234567'],
      sms: { text: text.text, flash: false },
    })
  })

  it('cannot be told anything else by the words of a text', async () => {
    const hostile = '","to":"+15550000000","x":"{phone} {text} \\u0022 $& $1'
    await send(usualBody, { ...text, text: hostile })
    expect(gateway.asked[0]?.body).toEqual({ to: '+639171234567', message: hostile })
  })

  it.each([400, 410, 422])('refuses a number for good with %i', async (status) => {
    gateway.answer = { status, text: '{"error":"+639171234567 is no mobile number"}' }
    const error: unknown = await send().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SmsError)
    expect(error).toMatchObject({ reason: `status ${status}`, isFinal: true })
    expect(JSON.stringify(error)).not.toContain('639171234567')
  })

  it.each([401, 402, 404, 429, 500, 503])('is asked again later after %i', async (status) => {
    gateway.answer = { status }
    await expect(send()).rejects.toMatchObject({ reason: `status ${status}`, isFinal: false })
  })

  it('cannot send number and token to another address', async () => {
    const other = await startSmsGateway()
    gateway.answer = { status: 307, headers: { location: other.url } }
    await expect(send()).rejects.toMatchObject({ reason: 'status 307', isFinal: false })
    expect(other.asked).toEqual([])
    await other.stop()
  })

  it('never gets a number of another country', async () => {
    await expect(send(usualBody, { ...text, phone: '882345678901' })).rejects.toMatchObject({ isFinal: true })
    expect(gateway.asked).toEqual([])
  })

  it('that cannot be reached is asked again later, and the error names no address', async () => {
    const gone = await startSmsGateway()
    await gone.stop()
    const sms = createSms({ gateway: { url: gone.url, body: usualBody }, ...nowhere })
    await expect(sms.send(text)).rejects.toMatchObject({ message: 'ECONNREFUSED', isFinal: false })
  })
})

it('without a gateway texts lie in the outbox, readable by the server only, until they are forgotten', async () => {
  const outbox = await mkdtemp(join(tmpdir(), 'emote-sms-'))
  const sms = createSms({ outbox, countries, log })
  await sms.send(text)
  await sms.send({ ...text, phone: '6391712345678' })
  const names = (await readdir(outbox)).toSorted()
  const [name = ''] = names
  expect(await readFile(join(outbox, name), 'utf8')).toBe(`To: +639171234567\n\n${text.text}\n`)
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
  expect(logged.join()).not.toMatch(/63917|123456/)
  await sms.forget(['639171234567'])
  expect(await readdir(outbox)).toEqual([names[1]])
  await rm(outbox, { recursive: true })
})
