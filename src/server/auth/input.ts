import { readJson } from '../http/body.ts'
import { refusal, invalid } from './errors.ts'

export type Body = Readonly<Record<string, unknown>>

/** The request's JSON object. Unknown fields are ignored, as in the reference. */
export async function readBody(request: Request): Promise<Body> {
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

export const longestPassword = 1_048_576

// One mailbox in plain ASCII. Mail programs disagree about quotes, comments, lists and display names, so all are refused.
const mailbox =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The address of the field. Nobody reads mail under `.invalid` (RFC 2606): Emi's address is there, so no request can name it. */
export function emailField(body: Body, name = 'email'): string | undefined {
  const value = textField(body, name)?.trim().toLowerCase()
  if (value === undefined) return undefined
  if (value.length > 254 || !mailbox.test(value) || value.endsWith('.invalid')) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return value
}

export function requireEmail(body: Body): string {
  const email = emailField(body)
  if (!email) throw invalid('An email address is required')
  return email
}

/** Refuses PKCE, which this server lacks. The flow without its challenge would be weaker than the caller expects. */
export function refusePkce(body: Body): void {
  if (textField(body, 'code_challenge'))
    throw invalid('The PKCE flow is not available: use the implicit flow')
}

const metadataBytes = 8_192
const metadataDepth = 4
const poisoned = new Set(['__proto__', 'constructor', 'prototype'])

/** `data` of sign-up and update: the person's own notes. No right depends on them (threat 17). */
export function metadataField(body: Body): Record<string, unknown> | undefined {
  const value = Object.hasOwn(body, 'data') ? body['data'] : undefined
  if (value === undefined || value === null) return undefined
  if (!isObject(value)) throw invalid('data must be an object')
  checkMetadata(value, 1)
  checkMetadataSize(value)
  return value
}

export function checkMetadataSize(data: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(data)) > metadataBytes) {
    throw invalid(`data may not be larger than ${metadataBytes} bytes`)
  }
}

function checkMetadata(value: object, depth: number): void {
  if (depth > metadataDepth) throw invalid(`data may not be nested deeper than ${metadataDepth}`)
  for (const [key, item] of Object.entries(value)) {
    if (poisoned.has(key)) throw invalid(`data may not have a field named ${key}`)
    if (typeof item === 'object' && item !== null) checkMetadata(item, depth + 1)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
