import { describe, expect, it } from 'vitest'
import { facebookFor, linkTo, wordsAbout, xFor } from './share.ts'

const post = {
  id: '5f0e8d6c-1b2a-4c3d-8e9f-0a1b2c3d4e5f',
  mood: 'Sadness',
  content: `Umuulan na naman & ako'y "nag-iisa" ${'h'.repeat(80)}`,
  content_warning: null,
} as const
const site = 'https://emote.example'
const link = `${site}/wall/malungkot?post=${post.id}`

describe('a post that is shared', () => {
  it('is linked by its wall and its id', () => {
    expect(linkTo(post, site)).toBe(link)
  })

  it('is described by its first 80 letters', () => {
    expect(wordsAbout(post)).toBe(`${post.content.slice(0, 80)}…`)
    expect(wordsAbout({ ...post, content: 'Okay lang.' })).toBe('Okay lang.')
  })

  it('shows no words when it has a content warning', () => {
    expect(wordsAbout({ ...post, content_warning: 'loss' })).toBe('Pader ng Lungkot')
    expect(xFor({ ...post, content_warning: 'loss' }, site)).not.toContain('Umuulan')
  })

  it('reaches both networks unchanged, with any signs', () => {
    const facebook = new URL(facebookFor(post, site))
    expect([facebook.origin, facebook.pathname]).toEqual(['https://www.facebook.com', '/sharer/sharer.php'])
    expect([...facebook.searchParams]).toEqual([['u', link]])
    expect([...new URL(xFor(post, site)).searchParams]).toEqual([
      ['text', wordsAbout(post)],
      ['url', link],
    ])
  })
})
