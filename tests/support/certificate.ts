import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

// A self-signed certificate (X.509, version 1). Node reads certificates and makes none.

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const head = size < 128 ? [tag, size] : size < 256 ? [tag, 0x81, size] : [tag, 0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from(head), body])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const nothing = der(0x05)
const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), nothing)

function nameOf(text: string): Buffer {
  return sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(text)))))
}

const time = (year: number) => der(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`))

export type Certified = { privateKey: KeyObject; keyPem: string; certificatePem: string; certificate: string }

/** An RSA key and its certificate. */
export function certify(name: string, bits = 2_048): Certified {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const body = sequence(
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    nameOf(name),
    sequence(time(2020), time(2049)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, sha256WithRsa, der(0x03, Buffer.from([0]), signature)).toString('base64')
  const lines = certificate.replaceAll(/(.{64})/g, '$1\n').trim()
  return {
    privateKey,
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certificatePem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    certificate,
  }
}
