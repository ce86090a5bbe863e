import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

// Authenticator apps know these values alone for sure: SHA-1, six digits, 30 seconds.
const stepMs = 30_000
/** Steps around the server's that count too: the clocks of cheap phones are wrong. */
const window = 1

/** 160 random bits, as RFC 4226 asks, in base32. */
export const makeTotpKey = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` address that an authenticator app scans. `label` tells the person's accounts apart. */
export const totpAddress = (key: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret: key }).toString()

/** A picture without a `#`: the client puts it into a data URL as it is. */
export const qrCodeOf = (text: string): string =>
  renderSVG(text, { border: 3, pixelSize: 1 }).replace('<svg ', '<svg shape-rendering="crispEdges" ')

/** The time step of a right code. Undefined for a wrong code, and for one of a step that was used (threat 18). */
export function stepOfCode(
  key: string,
  code: string,
  lastStep: number | null,
  now: Date,
): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret: key }).validate({ token: code, timestamp, window })
  if (delta === null) return undefined
  const step = Math.floor(timestamp / stepMs) + delta
  return lastStep !== null && step <= lastStep ? undefined : step
}
