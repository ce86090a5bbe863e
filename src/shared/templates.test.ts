import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { moods } from './moods.ts'
import { findTemplate, templates } from './templates.ts'

const shelf = new URL('../web/public/', import.meta.url)
const walls = moods.map((mood) => `/walls/${mood.slug}.svg`)
const files = [...templates.map((template) => template.url), ...walls]

describe('the templates', () => {
  it('are five for each of the five moods, with descriptions, and every drawing is listed', () => {
    for (const mood of moods) {
      expect(templates.filter((template) => template.mood === mood.slug)).toHaveLength(5)
    }
    expect(new Set(templates.map((template) => template.alt)).size).toBe(25)
    const onDisk = readdirSync(new URL('templates/', shelf)).map((name) => `/templates/${name}`)
    expect(onDisk.toSorted()).toEqual(templates.map((template) => template.url).toSorted())
  })

  it('are found by the address that a post stores', () => {
    const stored = '/storage/v1/object/public/card-templates/sisi-3.svg'
    expect(findTemplate(stored)).toMatchObject({ mood: 'sisi', ink: 'dark', url: '/templates/sisi-3.svg' })
    expect(findTemplate('/templates/sisi-3.svg')).toBe(findTemplate(stored))
    expect(findTemplate(`https://elsewhere.example${stored}`)).toBeUndefined()
    expect(findTemplate('https://elsewhere.example/templates/sisi-3.svg')).toBeUndefined()
    expect(findTemplate(null)).toBeUndefined()
  })

  it.each(files)('%s is small, has no outside reference and runs nothing', (url) => {
    const file = new URL(url.slice(1), shelf)
    expect(existsSync(file)).toBe(true)
    const svg = readFileSync(file, 'utf8')
    expect(gzipSync(svg).length).toBeLessThanOrEqual(12 * 1024)
    expect(svg).not.toMatch(/<(script|text|foreignObject|image|style|animate|set)\b/i)
    expect(svg).not.toMatch(/\son\w+\s*=/i)
    // Only the namespace may look like an address; every reference points inside the file.
    expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|data:|\/\//)
    expect([...svg.matchAll(/(?:href="|url\()([^#])/g)]).toEqual([])
  })

  it.each(files)('%s refers only to ids that it defines, each once', (url) => {
    const svg = readFileSync(new URL(url.slice(1), shelf), 'utf8')
    const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of svg.matchAll(/(?:href="|url\()#([\w-]+)/g)) expect(ids).toContain(target)
  })
})
