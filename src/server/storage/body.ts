import * as v from 'valibot'
import { readJson } from '../http/body.ts'
import { refusal } from './errors.ts'

export async function readBody<T>(request: Request, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const body = await readJson(request)
  if (Array.isArray(body)) throw refusal('InvalidParameter', 'The body must be a JSON object')
  const parsed = v.safeParse(schema, body === undefined ? {} : body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const message = `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`.slice(0, 200).toWellFormed()
  throw refusal('InvalidParameter', message)
}

const longest = 1_024

export const word = v.pipe(v.string(), v.maxLength(longest))
export const seconds = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
export const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most))
