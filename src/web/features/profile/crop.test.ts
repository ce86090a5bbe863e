import { describe, expect, it } from 'vitest'
import { maxZoom, pull, squareOf, wholeCrop, zoomTo } from './crop.ts'

const wide = { width: 1600, height: 900 }

describe('the square of a picture', () => {
  it('is the whole short edge, from the middle', () => {
    expect(squareOf(wide, wholeCrop)).toEqual({ left: 350, top: 0, side: 900 })
    expect(squareOf({ width: 3, height: 4000 }, wholeCrop)).toEqual({ left: 0, top: 1998.5, side: 3 })
  })

  it('follows the finger, and stops at the edges', () => {
    const pulled = pull(wide, wholeCrop, -0.1, 0.5)
    expect(squareOf(wide, pulled)).toEqual({ left: 440, top: 0, side: 900 })
    expect(squareOf(wide, pull(wide, pulled, -9, 0)).left).toBe(700)
    expect(squareOf(wide, pull(wide, pulled, 9, 0)).left).toBe(0)
  })

  it('zooms around its middle, and never leaves the picture', () => {
    const near = zoomTo(wide, wholeCrop, 2)
    expect(squareOf(wide, near)).toEqual({ left: 575, top: 225, side: 450 })
    const corner = pull(wide, zoomTo(wide, wholeCrop, maxZoom), 9, 9)
    expect(squareOf(wide, corner)).toEqual({ left: 0, top: 0, side: 300 })
    const back = squareOf(wide, zoomTo(wide, corner, 1))
    expect(back).toEqual({ left: 0, top: 0, side: 900 })
  })
})
