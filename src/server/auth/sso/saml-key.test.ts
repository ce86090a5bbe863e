import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { certify } from '../../../../tests/support/certificate.ts'
import { readSamlKey } from './saml-key.ts'

it('a key and its certificate are read from one file, and no other pair', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emote-saml-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [own, other, weak] = [certify('own'), certify('other'), certify('weak', 1_024)]
  const read = async (text: string) => {
    const file = join(folder, 'saml.pem')
    await writeFile(file, text)
    return readSamlKey(file)
  }
  expect(await read(own.keyPem + own.certificatePem)).toEqual({
    key: own.keyPem.trim(),
    certificate: own.certificatePem.trim(),
  })
  for (const text of [
    own.keyPem,
    own.certificatePem,
    own.keyPem + other.certificatePem,
    weak.keyPem + weak.certificatePem,
    'lihim',
  ]) {
    await expect(read(text)).rejects.toThrow('RSA key of 2048 bits')
  }
  expect(() => readSamlKey(join(folder, 'none.pem'))).toThrow('cannot be read')
})
