import { readJson } from '../http/body.ts'
import { isMailAddress } from '../http/mail-address.ts'
import { refusal, invalid } from './errors.ts'
import type { Address } from './users.ts'

export type Body = Readonly<Record<string, unknown>>

const bodies = new WeakMap<Request, Promise<Body>>()

/** The request's JSON object. A second call gets the same one. Unknown fields are ignored, as in the reference. */
export function readBody(request: Request): Promise<Body> {
  const body = bodies.get(request) ?? readObject(request)
  bodies.set(request, body)
  return body
}

async function readObject(request: Request): Promise<Body> {
  const value = await readJson(request)
  if (!isObject(value)) throw refusal(400, 'bad_json', 'The body must be a JSON object')
  return value
}

export function textField(body: Body, name: string, maxLength = 2_048): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw invalid(`${name} must be a string`)
  if (value.length > maxLength) throw invalid(`${name} is too long`)
  return value
}

export function flagField(body: Body, name: string): boolean | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw invalid(`${name} must be a boolean`)
  return value
}

export const longestPassword = 1_048_576

/** The address of the field, in lower case. */
export function emailField(body: Body, name = 'email'): string | undefined {
  const value = textField(body, name)?.trim().toLowerCase()
  if (value === undefined) return undefined
  if (!isMailAddress(value)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return value
}

/** The number of the field: digits that begin with the country's code. A plus sign and spaces are taken off, as in the reference. */
export function phoneField(body: Body, name = 'phone'): string | undefined {
  const value = textField(body, name)?.trim().replace(/^\+/, '').replaceAll(' ', '')
  if (value === undefined) return undefined
  if (!/^[1-9]\d{6,14}$/.test(value)) throw invalid('Invalid phone number format (E.164 required)')
  return value
}

type Countries = { smsCountries: readonly string[] }

/** An SMS costs money. A swindler who asks for SMS to dear numbers abroad earns a part of it. */
export const isSmsCountry = ({ smsCountries }: Countries, phone: string): boolean =>
  smsCountries.some((country) => phone.startsWith(country))

export function requireSmsCountry(settings: Countries, phone: string): void {
  if (!isSmsCountry(settings, phone)) throw invalid('SMS are not sent to numbers of this country')
}

/** The mail address or phone number of the body. `phonesOff` answers a number where phones are off, and `both` a body that names both. */
export function addressField(
  body: Body,
  { phone: isOn }: { phone: boolean },
  { phonesOff = 'Phone logins are disabled', both }: { phonesOff?: string; both: string },
): Address | undefined {
  const email = emailField(body)
  const isPhone = textField(body, 'phone') !== undefined
  if (email && isPhone) throw invalid(both)
  if (isPhone && !isOn) throw refusal(400, 'phone_provider_disabled', phonesOff)
  const phone = phoneField(body)
  return email ? { email } : phone ? { phone } : undefined
}

export function requireEmail(body: Body): string {
  const email = emailField(body)
  if (!email) throw invalid('An email address is required')
  return email
}

const metadataBytes = 8_192
const metadataDepth = 4
const poisoned = new Set(['__proto__', 'constructor', 'prototype'])

/** Notes as a JSON object. `data` of sign-up and update are the person's own: no right depends on them (threat 17). */
export function metadataField(
  body: Body,
  name = 'data',
  most = metadataBytes,
): Record<string, unknown> | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  if (value === undefined || value === null) return undefined
  if (!isObject(value)) throw invalid(`${name} must be an object`)
  checkMetadata(value, name, 1)
  checkMetadataSize(value, name, most)
  return value
}

/** Old notes with changes: a shallow merge, where null removes a field. */
export function mergeMetadata(
  old: Record<string, unknown>,
  changes: Record<string, unknown> = {},
  name = 'data',
  most = metadataBytes,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null),
  )
  checkMetadataSize(merged, name, most)
  return merged
}

function checkMetadataSize(data: Record<string, unknown>, name: string, most: number): void {
  if (Buffer.byteLength(JSON.stringify(data)) > most) {
    throw invalid(`${name} may not be larger than ${most} bytes`)
  }
}

function checkMetadata(value: object, name: string, depth: number): void {
  if (depth > metadataDepth) throw invalid(`${name} may not be nested deeper than ${metadataDepth}`)
  for (const [key, item] of Object.entries(value)) {
    if (poisoned.has(key)) throw invalid(`${name} may not have a field named ${key}`)
    if (typeof item === 'object' && item !== null) checkMetadata(item, name, depth + 1)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
