/** The square of a picture: its zoom, and its place in the remaining room (0 to 1 each way). */
export type Crop = { zoom: number; x: number; y: number }
type Size = { width: number; height: number }

export const maxZoom = 3
/** The whole short edge, from the middle. */
export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** The square in the picture's own pixels. */
export function squareOf(
  { width, height }: Size,
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom
  return { left: x * (width - side), top: y * (height - side), side }
}

/** Zooms around the middle, as far as the edges allow. */
export function zoomTo(size: Size, crop: Crop, zoom: number): Crop {
  const { left, top, side } = squareOf(size, crop)
  const wanted = Math.min(size.width, size.height) / zoom
  return place(size, zoom, left + (side - wanted) / 2, top + (side - wanted) / 2)
}

/** Moves the picture. `right` and `down` are shares of the square on screen. */
export function pull(size: Size, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = squareOf(size, crop)
  return place(size, crop.zoom, left - right * side, top - down * side)
}

function place(size: Size, zoom: number, left: number, top: number): Crop {
  const side = Math.min(size.width, size.height) / zoom
  return { zoom, x: share(left, size.width - side), y: share(top, size.height - side) }
}

/** The middle when there is no room to move. */
const share = (at: number, room: number) => (room > 0 ? Math.min(1, Math.max(0, at / room)) : 0.5)
