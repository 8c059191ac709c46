/** Geometric marks for partners' logos, each centred in a 512 square. */
import { lerp, r, through, type Pt } from './line.ts'

/** The main colour, the accent and the background. */
export interface Inks {
  ground: string
  ink: string
  accent: string
}
export type Mark = (inks: Inks, n: number) => string

const fill = (d: string, colour: string, rest = '') => `<path d="${d}" fill="${colour}"${rest}/>`
const line = (d: string, colour: string, width: number, cap = 'round') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${r(width)}" stroke-linecap="${cap}" stroke-linejoin="${cap === 'round' ? 'round' : 'miter'}"/>`
const disc = (x: number, y: number, k: number) =>
  `M${r(x - k)} ${r(y)}a${r(k)} ${r(k)} 0 1 0 ${r(k * 2)} 0a${r(k)} ${r(k)} 0 1 0 ${r(-k * 2)} 0Z`
const at = (angle: number, k: number, x = 256, y = 256): [number, number] => [
  x + Math.cos((angle * Math.PI) / 180) * k,
  y + Math.sin((angle * Math.PI) / 180) * k,
]
const poly = (points: Array<[number, number]>) => `M${points.map((p) => p.map(r).join(' ')).join('L')}Z`
const times = <T>(n: number, make: (i: number) => T): T[] => [...Array(n).keys()].map(make)

/** All marks; the number varies the count, rotation or weight. */
export const MARKS: Mark[] = [
  // Two rings, linked.
  ({ ink, accent }, n) => {
    const turn = (n % 4) * 45
    const [a, b] = [at(turn, 62), at(turn + 180, 62)]
    return (
      line(disc(...a, 104), ink, 30) +
      line(disc(...b, 104), accent, 30) +
      line(
        `M${at(-60 + turn - 100, 104, ...a)
          .map(r)
          .join(' ')}A104 104 0 0 1 ${at(-20 + turn - 60, 104, ...a)
          .map(r)
          .join(' ')}`,
        ink,
        30,
        'butt',
      )
    )
  },
  // An eclipse.
  ({ ground, ink, accent }, n) =>
    fill(disc(256, 256, 158), ink) +
    fill(disc(...at(-50 + (n % 4) * 34, 72), 124), ground) +
    fill(disc(...at(-50 + (n % 4) * 34, 92), 34), accent),
  // Arches, one within the other.
  ({ ink, accent }, n) =>
    times(4, (i) =>
      line(
        `M${120 + i * 40} 400V${256}A${136 - i * 40} ${136 - i * 40} 0 0 1 ${392 - i * 40} 256V400`,
        i === n % 4 ? accent : ink,
        22,
        'butt',
      ),
    ).join(''),
  // A pleated fan.
  ({ ink, accent }, n) => {
    const count = 7 + (n % 3) * 2
    return (
      times(count, (i) =>
        fill(
          poly([
            [256, 392],
            at(lerp(-160, -20, i / count), 250, 256, 392),
            at(lerp(-160, -20, (i + 0.62) / count), 250, 256, 392),
          ]),
          i % 3 === 1 ? accent : ink,
        ),
      ).join('') + fill(disc(256, 392, 22), ink)
    )
  },
  // A needle and the loop of its thread.
  ({ ground, ink, accent }) =>
    line('M150 300C60 180 230 70 300 170S220 340 330 372S420 300 380 260', accent, 15) +
    fill('M396 96L412 112L176 408L140 424L156 386Z', ink) +
    fill('M372 136L382 146L346 190L338 180Z', ground),
  // A sewn button.
  ({ ground, ink, accent }, n) =>
    fill(disc(256, 256, 164), ink) +
    line(disc(256, 256, 126), ground, 9) +
    times(4, (i) => fill(disc(...at(45 + i * 90 + (n % 2) * 45, 54), 21), ground)).join('') +
    line(
      `M${at(45 + (n % 2) * 45, 54)
        .map(r)
        .join(' ')}L${at(225 + (n % 2) * 45, 54)
        .map(r)
        .join(' ')}`,
      accent,
      15,
    ),
  // A hanger that is a roof.
  ({ ink, accent }) =>
    line('M256 232V202C256 182 306 184 306 148C306 122 284 106 258 106C232 106 214 124 214 146', accent, 22) +
    line('M256 232L424 356C438 368 430 388 412 388H100C82 388 74 368 88 356Z', ink, 26),
  // Woven bands.
  ({ ground, ink, accent }) =>
    times(3, (i) => line(`M${146 + i * 110} 96V416`, ink, 56, 'butt')).join('') +
    times(
      3,
      (i) =>
        times(3, (k) =>
          (i + k) % 2
            ? ''
            : fill(`M${146 + k * 110 - 38} ${146 + i * 110 - 38}h76v76h-76Z`, ground) +
              fill(`M${146 + k * 110 - 50} ${146 + i * 110 - 28}h100v56h-100Z`, accent),
        ).join('') + fill(`M96 ${118 + i * 110}h${i % 2 ? 14 : 20}v56h-${i % 2 ? 14 : 20}Z`, accent),
    ).join(''),
  // A flower of petals.
  ({ ground, ink, accent }, n) => {
    const count = 5 + (n % 4)
    return (
      times(count, (i) => {
        const a = -90 + (i * 360) / count
        const [l, t, b] = [at(a - 150 / count, 112), at(a, 178), at(a + 150 / count, 112)]
        return fill(
          `M256 256Q${l.map(r).join(' ')} ${t.map(r).join(' ')}Q${b.map(r).join(' ')} 256 256Z`,
          i % 2 ? ink : accent === ground ? ink : i === 0 ? accent : ink,
        )
      }).join('') +
      fill(disc(256, 256, 26), ground) +
      fill(disc(256, 256, 14), accent)
    )
  },
  // A cut stone.
  ({ ground, ink, accent }) =>
    fill('M256 424L92 220L158 116H354L420 220Z', ink) +
    line('M92 220H420M158 116L206 220L256 424L306 220L354 116M206 220L256 116L306 220', ground, 9) +
    fill('M212 228H300L256 396Z', accent),
  // Waves in a disc.
  ({ ink, accent }, n) =>
    times(5, (i) => {
      const y = 148 + i * 54
      const half = Math.sqrt(Math.max(0, 170 ** 2 - (y - 256) ** 2))
      return line(
        through(
          [
            [256 - half, y],
            [256 - half * 0.5, y - 26],
            [256, y],
            [256 + half * 0.5, y + 26],
            [256 + half, y],
          ],
          false,
        ),
        i === (n + 1) % 5 ? accent : ink,
        24,
      )
    }).join(''),
  // Steps.
  ({ ink, accent }, n) =>
    times(4, (i) =>
      fill(`M${100 + i * 78} ${400}V${322 - i * 70}H${166 + i * 78}V400Z`, i === 3 - (n % 4) ? accent : ink),
    ).join(''),
  // A rising sun of rays.
  ({ ink, accent }, n) => {
    const count = 7 + (n % 3) * 2
    return (
      fill('M156 346A100 100 0 0 1 356 346Z', accent) +
      times(count, (i) =>
        line(
          `M${at(lerp(-172, -8, i / (count - 1)), 130, 256, 346)
            .map(r)
            .join(' ')}L${at(lerp(-172, -8, i / (count - 1)), i % 2 ? 178 : 206, 256, 346)
            .map(r)
            .join(' ')}`,
          ink,
          17,
        ),
      ).join('') +
      line('M80 388H432', ink, 17)
    )
  },
  // Two leaves on a stem.
  ({ ink, accent }, n) => {
    const tall = 30 * (n % 3)
    return (
      fill(`M250 400C110 360 96 220 130 ${126 + tall}C240 170 270 280 250 400Z`, ink) +
      fill(`M266 400C260 290 300 190 400 ${168 - tall * 0.6}C424 280 390 370 266 400Z`, accent) +
      line('M258 430V300', ink, 14)
    )
  },
  // An endless knot.
  ({ ground, ink, accent }) =>
    line('M256 256C196 150 84 160 84 256S196 362 256 256S428 150 428 256S316 362 256 256', ink, 38) +
    line('M222 316C236 296 246 276 256 256C266 236 276 216 290 196', ground, 58, 'butt') +
    line('M204 330C232 304 244 280 256 256C268 232 280 208 308 182', accent, 38, 'butt'),
  // Quarter discs in four squares.
  ({ ink, accent }, n) =>
    times(4, (i) => {
      const [x, y] = [i % 2 ? 262 : 100, i < 2 ? 100 : 262]
      const k = (i + n) % 4
      const corner: Array<[number, number]> = [
        [x, y],
        [x + 150, y],
        [x + 150, y + 150],
        [x, y + 150],
      ]
      const [c, a, b] = [corner[k] ?? [x, y], corner[(k + 1) % 4] ?? [x, y], corner[(k + 3) % 4] ?? [x, y]]
      return fill(`M${c.join(' ')}L${a.join(' ')}A150 150 0 0 1 ${b.join(' ')}Z`, i === n % 4 ? accent : ink)
    }).join(''),
  // Squares turning within squares.
  ({ ground, ink, accent }) =>
    times(5, (i) => {
      const size = 176 * 0.74 ** i
      return fill(poly(times(4, (k) => at(45 + k * 90 + i * 22, size))), i === 4 ? accent : i % 2 ? ground : ink)
    }).join(''),
  // A drop and its ripple.
  ({ ink, accent }, n) =>
    fill('M256 84C320 176 356 226 356 282A100 100 0 0 1 156 282C156 226 192 176 256 84Z', ink) +
    line(`M${206 - (n % 3) * 4} 292A52 52 0 0 0 256 340`, accent, 20) +
    line('M120 420H392', accent, 16),
  // A tailor's cross of shears.
  ({ ground, ink, accent }) =>
    fill('M150 88L184 96L300 330L268 346Z', ink) +
    fill('M362 88L328 96L212 330L244 346Z', ink) +
    line(disc(200, 386, 40), accent, 22) +
    line(disc(312, 386, 40), accent, 22) +
    fill(disc(256, 262, 11), ground),
  // A star of threads.
  ({ ink, accent }, n) => {
    const count = 6 + (n % 3) * 2
    return times(count, (i) =>
      line(
        `M${at((i * 360) / count, 40)
          .map(r)
          .join(' ')}L${at((i * 360) / count, i % 2 ? 120 : 176)
          .map(r)
          .join(' ')}`,
        i % 2 ? accent : ink,
        24,
      ),
    ).join('')
  },
  // Columns of a comb, cut on a slope.
  ({ ink, accent }, n) =>
    times(6, (i) => {
      const x = 104 + i * 54
      const top = n % 2 ? 330 - i * 42 : 120 + i * 42
      return fill(`M${x} ${top}L${x + 34} ${n % 2 ? top - 26 : top + 26}V412H${x}Z`, i === 2 + (n % 3) ? accent : ink)
    }).join(''),
  // An eye of two arcs.
  ({ ground, ink, accent }) =>
    fill('M76 256Q256 66 436 256Q256 446 76 256Z', ink) +
    fill(disc(256, 256, 78), ground) +
    fill(disc(256, 256, 46), accent),
]

/** Draws a rounded frame of dashes around a mark, for combinations that are not distinct enough. */
export function stitchedFrame(colour: string): string {
  const points: Pt[] = [
    [44, 44, 1],
    [468, 44, 1],
    [468, 468, 1],
    [44, 468, 1],
  ]
  return `<path d="${through(points, true)}" fill="none" stroke="${colour}" stroke-width="6" stroke-dasharray="22 14" stroke-linecap="round"/>`
}
