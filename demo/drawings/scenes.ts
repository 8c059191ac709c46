/** Line drawings for empty pages: lines in the text colour, with a touch of yellow. */
import { mirrored, taper, through, type Pt } from './line.ts'

export type EmptyScene = 'no-results' | 'empty-store' | 'not-found' | 'error'

const LINE = 'currentColor'
const YELLOW = '#f5c518'

const line = (points: readonly Pt[], width = 3, colour = LINE, opacity = 1, closed = false, fill = 'none') =>
  `<path d="${through(points, closed)}" fill="${fill}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''}/>`
const stroke = (a: Pt, c: Pt, b: Pt, width: number, colour = LINE, opacity = 0.9) =>
  `<path d="${taper(a, c, b, width)}" fill="${colour}" fill-opacity="${opacity}"/>`
const dashes = (points: readonly Pt[], colour: string, width = 2.4, dash = '9 8') =>
  `<path d="${through(points, false)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dash}" stroke-linecap="round"/>`

/** Draws a wooden hanger with the top of its hook at the origin, rotated by some degrees. */
function hanger(x: number, y: number, scale: number, turn: number, colour = LINE): string {
  const half: Pt[] = [
    [10, 76],
    [70, 108],
    [140, 146],
    [158, 164],
    [148, 178, 1],
  ]
  const low: Pt[] = [
    [148, 178, 1],
    [120, 166],
    [60, 136],
    [0, 122],
  ]
  return (
    `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${turn})">` +
    line(
      [
        [-17, 22],
        [-15, 4],
        [2, -6],
        [18, 6],
        [16, 26],
        [2, 40],
        [0, 70],
      ],
      4,
      colour,
    ) +
    line(
      [...half, ...low.slice(1), ...mirrored(low).slice(1), ...mirrored(half).slice(1), [0, 72]],
      3,
      colour,
      1,
      true,
    ) +
    line(
      [
        [-128, 160],
        [-60, 128],
        [0, 112],
      ],
      1.6,
      colour,
      0.45,
    ) +
    line(
      [
        [-132, 178],
        [0, 182],
        [132, 178],
      ],
      2.4,
      colour,
      0.7,
    ) +
    line(
      [
        [-5, 66, 1],
        [5, 66, 1],
        [5, 78, 1],
        [-5, 78, 1],
      ],
      2,
      colour,
      1,
      true,
    ) +
    '</g>'
  )
}

/** An empty hanger, its price tag still swinging. */
function noResults(): string {
  return (
    stroke([196, 402], [330, 394], [466, 404], 3, LINE, 0.4) +
    line(
      [
        [320, 40],
        [320, 74],
      ],
      3,
      LINE,
      0.6,
    ) +
    `<circle cx="320" cy="36" r="7" fill="none" stroke="${LINE}" stroke-width="3"/>` +
    hanger(322, 82, 1.25, -4) +
    line(
      [
        [480, 268],
        [496, 296],
        [490, 322],
      ],
      2,
      YELLOW,
    ) +
    `<g transform="rotate(12 490 360)">${line(
      [
        [472, 338, 1],
        [490, 320, 1],
        [508, 338, 1],
        [508, 404, 1],
        [472, 404, 1],
      ],
      3,
      YELLOW,
      1,
      true,
    )}${line(
      [
        [480, 366],
        [500, 366],
      ],
      2.4,
      YELLOW,
    )}${line(
      [
        [480, 380],
        [494, 380],
      ],
      2.4,
      YELLOW,
    )}<circle cx="490" cy="338" r="4" fill="${YELLOW}"/></g>` +
    stroke([120, 190], [132, 214], [126, 244], 3, LINE, 0.35) +
    stroke([140, 176], [158, 206], [150, 240], 3, LINE, 0.25)
  )
}

/** A nearly empty rail with two hangers. */
function emptyStore(): string {
  return (
    line(
      [
        [112, 426],
        [118, 250],
        [114, 86],
        [130, 70],
        [320, 66],
        [512, 70],
        [526, 86],
        [522, 250],
        [530, 426],
      ],
      4,
    ) +
    line(
      [
        [70, 430],
        [112, 424],
        [158, 430],
      ],
      4,
    ) +
    line(
      [
        [486, 430],
        [530, 424],
        [574, 430],
      ],
      4,
    ) +
    line(
      [
        [117, 360],
        [320, 366],
        [526, 360],
      ],
      2.4,
      LINE,
      0.5,
    ) +
    `<circle cx="74" cy="440" r="7" fill="none" stroke="${LINE}" stroke-width="3"/><circle cx="154" cy="440" r="7" fill="none" stroke="${LINE}" stroke-width="3"/><circle cx="490" cy="440" r="7" fill="none" stroke="${LINE}" stroke-width="3"/><circle cx="570" cy="440" r="7" fill="none" stroke="${LINE}" stroke-width="3"/>` +
    hanger(226, 64, 0.62, 5, LINE) +
    hanger(250, 66, 0.62, -2, LINE) +
    hanger(420, 64, 0.66, -8, YELLOW) +
    stroke([52, 454], [320, 446], [600, 456], 2, LINE, 0.3)
  )
}

/** One sock, looking for its pair. */
function notFound(): string {
  const sock: Pt[] = [
    [236, 74, 1],
    [300, 68],
    [350, 76, 1],
    [346, 150],
    [342, 232],
    [372, 274],
    [440, 306],
    [486, 346],
    [478, 392],
    [430, 408],
    [340, 396],
    [262, 352],
    [234, 286],
    [242, 180],
  ]
  const ghost = sock.map(([x, y, c]): Pt => (c ? [x - 92, y + 14, 1] : [x - 92, y + 14]))
  return (
    dashes([...ghost, ghost[0] ?? [0, 0]], LINE, 2, '4 10').replace(
      'stroke-width',
      'stroke-opacity=".4" stroke-width',
    ) +
    line(sock, 3.4, LINE, 1, true, 'var(--ground)') +
    line(
      [
        [237, 112],
        [296, 106],
        [349, 114],
      ],
      2.6,
    ) +
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((i) =>
        line(
          [
            [248 + i * 13, 78 + (i % 2)],
            [247 + i * 13, 106],
          ],
          1.8,
          LINE,
          0.55,
        ),
      )
      .join('') +
    line(
      [
        [241, 150],
        [294, 144],
        [347, 150],
      ],
      9,
      YELLOW,
    ) +
    line(
      [
        [241, 172],
        [294, 166],
        [346, 172],
      ],
      3,
      LINE,
      0.6,
    ) +
    line(
      [
        [236, 288],
        [262, 262],
        [300, 268],
        [312, 300],
        [290, 348],
      ],
      2.6,
    ) +
    dashes(
      [
        [246, 296],
        [266, 274],
        [294, 278],
        [302, 302],
        [284, 338],
      ],
      LINE,
      1.8,
      '6 6',
    ) +
    line(
      [
        [432, 302],
        [414, 344],
        [430, 406],
      ],
      2.6,
    ) +
    dashes(
      [
        [444, 312],
        [428, 346],
        [440, 398],
      ],
      LINE,
      1.8,
      '6 6',
    ) +
    stroke([330, 246], [350, 276], [384, 296], 5, LINE, 0.3) +
    stroke([250, 330], [300, 372], [350, 386], 5, LINE, 0.25) +
    stroke([180, 426], [340, 420], [520, 428], 3, LINE, 0.35) +
    line(
      [
        [392, 130],
        [398, 108],
        [420, 102],
        [434, 118],
        [424, 136],
        [412, 148],
        [411, 162],
      ],
      3,
      LINE,
      0.8,
    ) +
    `<circle cx="411" cy="178" r="3" fill="${LINE}"/>`
  )
}

/** A seam that gave way, and the needle already at work. */
function error(): string {
  const left: Pt[] = [
    [60, 236],
    [150, 244],
    [214, 228],
    [262, 196],
    [320, 180],
    [378, 198],
    [424, 226],
    [500, 240],
    [584, 232],
  ]
  const right: Pt[] = [
    [60, 246],
    [150, 254],
    [214, 262],
    [262, 300],
    [320, 318],
    [380, 300],
    [426, 262],
    [500, 250],
    [584, 242],
  ]
  let loops = ''
  for (let i = 0; i < 5; i++)
    loops += line(
      [
        [238 + i * 26, 214 - Math.sin((i + 1) * 0.6) * 22],
        [252 + i * 26, 256],
        [246 + i * 26, 280 + Math.sin((i + 1) * 0.6) * 22],
      ],
      3,
      YELLOW,
    )
  return (
    `<path d="${through([...left, ...[...right].reverse()], true)}" fill="${LINE}" fill-opacity=".06"/>` +
    line(left, 3.4) +
    line(right, 3.4) +
    dashes(
      left.map(([x, y]): Pt => [x, y - 15]),
      LINE,
      2,
      '8 8',
    ) +
    dashes(
      right.map(([x, y]): Pt => [x, y + 15]),
      LINE,
      2,
      '8 8',
    ) +
    [0, 1, 2, 3, 4, 5]
      .map((i) =>
        stroke([392 + i * 7, 210 + i * 5], [398 + i * 4, 232], [390 + i * 9, 240 + (i % 3) * 8], 2, LINE, 0.6),
      )
      .join('') +
    loops +
    line(
      [
        [350, 292],
        [392, 262],
        [430, 190],
        [470, 128],
        [512, 142],
        [500, 180],
        [462, 170],
        [480, 110],
        [522, 76],
      ],
      3,
      YELLOW,
    ) +
    `<path d="M562 34L570 42L512 110L500 116L506 104Z" fill="none" stroke="${LINE}" stroke-width="3" stroke-linejoin="round"/>${line(
      [
        [552, 52],
        [544, 61],
      ],
      3,
    )}` +
    stroke([90, 330], [150, 350], [210, 336], 6, LINE, 0.2) +
    stroke([420, 330], [490, 346], [560, 326], 6, LINE, 0.2) +
    stroke([100, 160], [160, 148], [220, 164], 6, LINE, 0.18)
  )
}

/** The drawing of each scene. */
export const SCENES: Record<EmptyScene, () => string> = {
  'no-results': noResults,
  'empty-store': emptyStore,
  'not-found': notFound,
  error,
}
