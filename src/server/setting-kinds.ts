import * as v from 'valibot'

// What a setting may look like. Each kind says what is wrong; config.ts adds the name.

export const whole = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )

export const origin = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http(s) address',
  ),
  v.transform((text) => new URL(text).origin),
)

const items = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
)

export const origins = v.pipe(items, v.array(origin))

export const listOf = <const Names extends readonly string[]>(names: Names) =>
  v.pipe(items, v.array(v.picklist(names, `must be of ${names.join(', ')}, with commas between`)))

export const flag = v.pipe(
  v.string(),
  v.picklist(['0', '1', 'true', 'false'], 'must be 0 or 1'),
  v.transform((text) => text === '1' || text === 'true'),
)

export const addressOf = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )
