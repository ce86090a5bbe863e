import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stickers } from '../../../shared/stickers.ts'
import { createOwnGifs } from './own.ts'

const folder = new URL('../../../web/public/stickers/', import.meta.url)
const pack = createOwnGifs('https://emote.test')
const find = async (q?: string, limit = 12, offset = 0) =>
  pack.find({ q, limit, offset }, AbortSignal.timeout(1_000))
const idsOf = async (q: string) => (await find(q)).data.map(({ id }) => id)

describe('the pack of stickers', () => {
  it('has a drawing for each title, and a title for each drawing', () => {
    const drawn = readdirSync(folder).toSorted()
    expect(drawn).toEqual(stickers.map(({ id }) => `${id}.svg`).toSorted())
    expect(drawn.length).toBeGreaterThanOrEqual(24)
  })

  it.each(stickers.map(({ id }) => id))('draws %s small, moving, and without anything from outside', (id) => {
    const drawing = new URL(`${id}.svg`, folder)
    const svg = readFileSync(drawing, 'utf8')
    expect(statSync(drawing).size).toBeLessThan(15_000)
    // The still is the rest: one style element, and nothing moves without it.
    expect(svg.match(/<style>[^<]*animation[^<]*<\/style>/g)).toHaveLength(1)
    expect(svg).toContain('prefers-reduced-motion')
    expect(svg).not.toMatch(/<(script|animate|set|image|foreignObject|text)|\son\w+=|url\((?!#)|href="(?!#)/)
    const used = [...svg.matchAll(/href="#(\w+)"|url\(#(\w+)\)/g)].map(([, one, other]) => one ?? other)
    expect(used.filter((name) => !svg.includes(`id="${name}"`))).toEqual([])
  })

  it('is looked through twelve at a time, in the order of the list', async () => {
    const first = await find()
    const rest = await find(undefined, 24, 12)
    expect([first.data.length, first.total]).toEqual([12, stickers.length])
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(stickers.map(({ id }) => id))
    expect((await find(undefined, 12, 4_999)).data).toEqual([])
    expect(first.data[0]).toEqual({
      id: 'yakap',
      title: 'Yakap',
      images: {
        fixed_height_small: { url: 'https://emote.test/stickers/yakap.svg', width: '200', height: '200' },
        fixed_height_small_still: {
          url: 'https://emote.test/stickers/still/yakap.svg',
          width: '200',
          height: '200',
        },
      },
    })
  })

  it.each([
    ['hug', 'yakap'],
    ['YAKÁP', 'yakap'],
    ['kaya mo yan', 'kaya-mo-yan'],
    ['kaya mo ’yan!', 'kaya-mo-yan'],
    ['umiiy', 'iyak'],
    ['halo-halo', 'halo-halo'],
    ['mixed feelings', 'halo-halo'],
    ['coffee', 'kape'],
    ['pagod', 'pagod'],
    ['good night', 'antok'],
    ['miss u', 'miss-kita'],
    ['hay nako', 'hay-nako'],
    ['kailangan ko po ng yakap ngayon', 'yakap'],
  ])('finds %s', async (q, id) => {
    expect((await idsOf(q))[0]).toBe(id)
  })

  it('puts titles before tags, and finds nothing for signs and strange words', async () => {
    expect((await idsOf('init'))[0]).toBe('init')
    expect(await idsOf('!!! …')).toEqual([])
    expect(await idsOf('walangganito')).toEqual([])
    expect(await idsOf('constructor __proto__')).toEqual([])
  })
})
