import type { DrawingSpec } from '../demo.types.ts'
import { at, lightness, mix, tint } from './colour.ts'
import { drawPiece } from './draw-product.ts'
import { KINDS } from './kinds.ts'
import { hash } from './line.ts'
import { MARKS, stitchedFrame, type Inks } from './marks.ts'
import { SCENES, type EmptyScene } from './scenes.ts'
import { drawGround, groundFor, place, type Frame } from './stage.ts'

export type { EmptyScene } from './scenes.ts'
export interface BrandPalette {
  grounds: string[]
  ink: string
  accent: string
}
export type TileSpec = Pick<DrawingSpec, 'kind' | 'colour' | 'accent' | 'pattern' | 'ground' | 'variant'>
export type HeroPiece = Pick<DrawingSpec, 'kind' | 'colour' | 'accent' | 'pattern' | 'variant'>

const document = (w: number, h: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${body}</svg>`

/** Returns the colour, or a tint of it that contrasts with its background. */
const readable = (colour: string, on: string) =>
  Math.abs(lightness(colour) - lightness(on)) > 0.24
    ? colour
    : at(colour, lightness(on) + (lightness(on) > 0.55 ? -0.42 : 0.42), 0.8)

/** Mixed into a logo's hash, so that all of the demo's partners get different marks. */
const SPREAD = 28

/** Draws a partner's logo without letters, 512 by 512, always the same for its key. */
export function drawLogo(key: string, palette: BrandPalette): string {
  const n = hash(`${SPREAD}${key}`)
  const paper = palette.grounds[0] ?? '#efe8dc'
  const scheme = (n >>> 9) % 3
  const ground = scheme === 0 ? paper : scheme === 1 ? palette.ink : palette.accent
  const inks: Inks = {
    ground,
    ink: readable(scheme === 1 ? paper : palette.ink, ground),
    accent: readable(scheme === 2 ? paper : palette.accent, ground),
  }
  const mark = MARKS[n % MARKS.length] ?? MARKS[0]
  const art = mark ? mark(inks, n >>> 5) : ''
  const framed = (n >>> 13) % 4 === 0
  return document(
    512,
    512,
    `<rect width="512" height="512" fill="${ground}"/>${framed ? `${stitchedFrame(inks.ink)}<g transform="translate(51 51) scale(.8)">${art}</g>` : art}`,
  )
}

/** The positions of a hero's products, largest first; the left and bottom left stay free for text. */
const ARRANGEMENTS: Frame[][] = [
  [{ x: 1100, y: 90, w: 620, h: 950 }],
  [
    { x: 1020, y: 80, w: 560, h: 940 },
    { x: 1480, y: 420, w: 400, h: 600 },
  ],
  [
    { x: 1010, y: 70, w: 500, h: 930 },
    { x: 1440, y: 110, w: 440, h: 560 },
    { x: 1440, y: 700, w: 380, h: 330 },
  ],
  [
    { x: 1060, y: 70, w: 460, h: 930 },
    { x: 1480, y: 90, w: 420, h: 560 },
    { x: 1500, y: 690, w: 380, h: 340 },
    { x: 800, y: 140, w: 270, h: 330 },
  ],
  [
    { x: 1060, y: 70, w: 450, h: 900 },
    { x: 1470, y: 90, w: 430, h: 540 },
    { x: 1520, y: 690, w: 360, h: 330 },
    { x: 800, y: 120, w: 270, h: 320 },
    { x: 1240, y: 820, w: 250, h: 230 },
  ],
]

/** Draws a 16:9 composition of up to five products on the partner's background, with space for text on the left. */
export function drawHero(key: string, palette: BrandPalette, pieces: HeroPiece[]): string {
  const n = hash(key)
  const base = palette.grounds[n % Math.max(1, palette.grounds.length)] ?? '#d9cfc1'
  const shown = pieces.slice(0, 5)
  const first = shown[0]
  const ground = first ? groundFor(base, first.colour) : base
  const pale = lightness(ground) > 0.45
  const block = mix(ground, palette.accent, pale ? 0.3 : 0.22)
  const shapes = [
    `<path d="M960 1125V620A470 470 0 0 1 1900 620V1125Z" fill="${block}" fill-opacity=".55"/>`,
    `<circle cx="1440" cy="540" r="470" fill="${block}" fill-opacity=".5"/>`,
    `<path d="M1180 0H2000V1125H1000Z" fill="${block}" fill-opacity=".45"/>`,
    `<path d="M980 120H1760V1125H980Z" fill="${block}" fill-opacity=".45"/>`,
  ]
  const places = ARRANGEMENTS[Math.max(0, shown.length - 1)] ?? []
  const art = shown.map((piece, i) => {
    const pen = drawPiece(piece.kind, { ...piece, ground, back: false, close: false }, `h${i}`)
    const frame = places[i] ?? { x: 1100, y: 90, w: 600, h: 900 }
    return place(
      pen,
      frame,
      KINDS[piece.kind].rest === 'floor' && i > 0 ? 'floor' : 'hang',
      ground,
      `h${i}`,
      1.2,
      i === 0 ? 0 : ((n >>> i) % 7) - 3,
    ).svg
  })
  return document(
    2000,
    1125,
    drawGround(ground, 2000, 1125, 'hang', key) + (shapes[(n >>> 4) % shapes.length] ?? '') + art.reverse().join(''),
  )
}

/** Draws a 1000 by 1250 category tile: one large product on a deep background with one bold shape. */
export function drawTile(spec: TileSpec): string {
  const subject = KINDS[spec.kind]
  const n = hash(`${spec.kind}${spec.ground}`)
  const ground = groundFor(lightness(spec.ground) > 0.62 ? tint(spec.ground, -0.16, 1.3) : spec.ground, spec.colour)
  const bold = mix(ground, spec.accent, 0.16)
  const lit = tint(ground, 0.07, 1.1)
  const shapes = [
    `<circle cx="500" cy="600" r="430" fill="${bold}"/>`,
    `<path d="M120 1250V560A380 380 0 0 1 880 560V1250Z" fill="${bold}"/>`,
    `<path d="M0 860L1000 300V1250H0Z" fill="${bold}"/>`,
    `<path d="M500 0H1000V1250H500Z" fill="${bold}"/>`,
  ]
  const pen = drawPiece(spec.kind, { ...spec, ground, back: false, close: false }, 't')
  const turn = subject.rest === 'hang' ? ((n >>> 6) % 9) - 4 : 0
  const frame: Frame = subject.rest === 'floor' ? { x: 70, y: 120, w: 860, h: 980 } : { x: 90, y: 80, w: 820, h: 1090 }
  const light = `<defs><radialGradient id="tl" cx=".32" cy=".2" r="1"><stop offset="0" stop-color="${lit}"/><stop offset=".6" stop-color="${ground}"/><stop offset="1" stop-color="${tint(ground, -0.07)}"/></radialGradient></defs>`
  return document(
    1000,
    1250,
    `${light}<rect width="1000" height="1250" fill="url(#tl)"/>${shapes[n % shapes.length] ?? ''}${place(pen, frame, subject.rest, ground, 't', 1.9, turn).svg}`,
  )
}

/** Follows the `color-scheme` of the page that shows the drawing. */
const THEMES = 'color-scheme:light dark;color:light-dark(#1b1714,#f3ede2);--ground:light-dark(#fbf8f2,#0c0b0a)'

/** Draws a 640 by 480 line drawing for an empty page, on a transparent background, for the light and the dark theme. */
export function drawEmpty(scene: EmptyScene): string {
  return document(640, 480, `<g style="${THEMES}">${SCENES[scene]()}</g>`)
}
