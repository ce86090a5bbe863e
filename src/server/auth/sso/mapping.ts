import { invalid } from '../errors.ts'
import { isObject, mergeMetadata, metadataField, type Body } from '../input.ts'
import type { Assertion } from './answer.ts'

type Key = { name?: string; names?: string[]; default?: unknown; array?: boolean }
/** Which attributes of an assertion are kept, by the name that they get. */
export type Mapping = { keys?: Record<string, Key> }

const mostKeys = 30
const known = new Set(['name', 'names', 'default', 'array'])
const reserved = new Set(['sub', 'provider_id', 'email', 'email_verified', 'phone_verified'])

/** The reference's `attribute_mapping`, from a body. */
export function readMapping(body: Body): Mapping {
  const value = metadataField(body, 'attribute_mapping') ?? {}
  if (Object.keys(value).some((name) => name !== 'keys')) {
    throw invalid('attribute_mapping must have the field keys only')
  }
  const keys = value['keys'] ?? {}
  if (!isObject(keys) || Object.keys(keys).length > mostKeys) {
    throw invalid(`attribute_mapping.keys must be an object of at most ${mostKeys} fields`)
  }
  for (const [name, key] of Object.entries(keys)) {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(name) || reserved.has(name)) {
      throw invalid(`attribute_mapping may not have a key named ${name.slice(0, 40)}`)
    }
    if (!isKey(key)) throw invalid(`attribute_mapping.keys.${name} must have name, names, default or array`)
  }
  return value
}

function isKey(value: unknown): value is Key {
  if (!isObject(value) || Object.keys(value).some((field) => !known.has(field))) return false
  const { name, names, array } = value
  return (
    (name === undefined || typeof name === 'string') &&
    (names === undefined || (Array.isArray(names) && names.every((one) => typeof one === 'string'))) &&
    (array === undefined || typeof array === 'boolean')
  )
}

/** What the operator asked to keep of a person. Without a mapping that is nothing: people are anonymous here. */
export function mapAttributes(
  { keys = {} }: Mapping,
  attributes: Assertion['attributes'],
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, key] of Object.entries(keys)) {
    const sources = [...(key.name === undefined ? [] : [key.name]), ...(key.names ?? [])]
    const values = sources.map((source) => attributes.get(source)).find((found) => found?.length)
    const value = values && (key.array ? values : values[0])
    if (value !== undefined) kept[name] = value
    else if (key.default !== undefined) kept[name] = key.default
  }
  return mergeMetadata({}, kept, 'attributes')
}
