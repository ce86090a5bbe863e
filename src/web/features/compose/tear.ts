type Point = readonly [x: number, y: number]
type Line = readonly Point[]

/** CSS polygons in percent. `paper`: the outline with the torn fibres. `face`: the printed side. */
type Piece = { paper: string; face: string }
/** In order from the top. */
export type Half = Piece & { side: -1 | 1; scraps: Piece[] }

const rows = 4
/** Points of a torn edge between two tears. */
const steps = 9

/** Tears a sheet in half and each half across, every time differently. `random` gives [0, 1). */
export function tear(random: () => number = Math.random): Half[] {
  const wobble = (size: number) => (random() - 0.5) * 2 * size
  const fibre = () => 0.5 + 1.1 * random()
  const bare = (line: Line, down: 1 | -1): Line => line.map(([x, y]) => [x, y + down * fibre()])
  const lean = wobble(6)
  const spine = Array.from({ length: rows * steps + 1 }, (_, step): Point => {
    const down = step / (rows * steps)
    return [50 + lean * (down - 0.5) + wobble(1.6), 100 * down]
  })
  return ([-1, 1] as const).map((side) => {
    const edge = side < 0 ? 0 : 100
    const face = spine.map(([x, y]): Point => [x + side * fibre(), y])
    const across = Array.from({ length: rows - 1 }, (_, row): Line => {
      const [x, y] = spine[(row + 1) * steps] ?? [50, 50]
      const slope = wobble(7)
      return Array.from({ length: steps + 1 }, (__, i): Point => {
        const t = i / steps
        return [edge + (x - edge) * t, y + (t < 1 ? slope * (1 - t) + wobble(1.2) : 0)]
      })
    })
    const scraps = Array.from({ length: rows }, (_, row): Piece => {
      const top = across[row - 1] ?? [[edge, 0]]
      const bottom = across[row] ?? [[edge, 100]]
      const down = (line: Line) => line.slice(row * steps, (row + 1) * steps + 1)
      return {
        paper: polygon([...top, ...down(spine), ...bottom.toReversed()]),
        face: polygon([
          ...(row === 0 ? top : bare(top.slice(0, -1), 1)),
          ...down(face),
          ...(row === rows - 1 ? bottom : bare(bottom.slice(0, -1), -1)).toReversed(),
        ]),
      }
    })
    const whole = (line: Line) => polygon([[edge, 0], ...line, [edge, 100]])
    return { side, scraps, paper: whole(spine), face: whole(face) }
  })
}

function polygon(points: Line): string {
  return `polygon(${points.map(([x, y]) => `${x.toFixed(2)}% ${y.toFixed(2)}%`).join(',')})`
}
