import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Signs our requests. Identity providers check it with the certificate. */
export type SamlKey = { key: string; certificate: string }

/** A PEM file with a private key and its certificate. Throws in words for the operator, without a piece of the file. */
export function readSamlKey(file: string): SamlKey {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${file} cannot be read`)
  }
  const key = /-----BEGIN (?:RSA )?PRIVATE KEY-----.+?-----END (?:RSA )?PRIVATE KEY-----/s.exec(text)?.[0]
  const certificate = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/s.exec(text)?.[0]
  if (!key || !certificate || !belong(key, certificate)) {
    throw new Error('must be a PEM file with an RSA key of 2048 bits or more and its certificate')
  }
  return { key, certificate }
}

function belong(key: string, certificate: string): boolean {
  try {
    const own = createPrivateKey(key)
    const isStrong =
      own.asymmetricKeyType === 'rsa' && (own.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048
    return isStrong && new X509Certificate(certificate).checkPrivateKey(own)
  } catch {
    return false
  }
}
