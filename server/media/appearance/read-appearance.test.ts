import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { generateProducts } from '#demo/catalogue/generate-products.ts'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import type { Pattern } from './appearance.schema.ts'
import { decodeAppearance } from './decode-appearance.ts'

const WIDTH = 480
const HEIGHT = 600
/** Returns the intensity of the pattern at a point of the cloth, from 0 to 1. */
type Weave = (x: number, y: number) => number

const noise = (x: number, y: number) => {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453
  return value - Math.floor(value)
}
const dot = (x: number, y: number, radius: number) => Number(Math.hypot(x, y) < radius)
const modulo = (value: number, by: number) => ((value % by) + by) % by
/** Patterns that repeat every `step` pixels. */
const WEAVES: Record<Pattern, (step: number) => Weave> = {
  plain: () => () => 0,
  striped: (step) => (x, y) => Number(modulo(y + x * 0.15, step) < step / 2.4),
  checked: (step) => (x, y) => (Number(modulo(x, step) < step / 2) + Number(modulo(y, step) < step / 2)) / 2,
  dotted: (step) => (x, y) =>
    Math.max(
      dot(modulo(x, step) - step / 4, modulo(y, step) - step / 4, step / 6),
      dot(modulo(x, step) - (3 * step) / 4, modulo(y, step) - (3 * step) / 4, step / 6),
    ),
  floral: (step) => (x, y) => {
    const [column, row] = [Math.floor(x / step), Math.floor(y / step)]
    const [dx, dy] = [modulo(x, step) - step * (0.35 + 0.3 * noise(column, row)), modulo(y, step) - step / 2]
    const petals = 0.55 + 0.45 * Math.cos(5 * Math.atan2(dy, dx) + noise(row, column) * 6)
    return Number(Math.hypot(dx, dy) < step * (0.2 + 0.3 * noise(column + 9, row)) * petals + 1)
  },
}

/**
 * Simulates a photo of cloth: it hangs in folds that bend its pattern and cast shadows, light comes from one side, the
 * sensor has noise, and the file is a JPEG.
 */
async function photograph(weave: Weave, cloth: readonly number[], mark: readonly number[]): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const waist = 70 + 25 * Math.cos((y - 60) / 90)
      const isPiece = y > 50 && y < HEIGHT - 45 && x > waist && x < WIDTH - waist
      const fold = Math.sin(x / 47 + Math.sin(y / 160))
      const light = isPiece ? 0.86 + 0.14 * fold + 0.12 * (x / WIDTH) : 1 - 0.06 * (y / HEIGHT)
      const share = isPiece ? weave(x + 6 * Math.sin(y / 60), y + 5 * fold) : 0
      for (let channel = 0; channel < 3; channel++) {
        const base = isPiece ? cloth[channel]! * (1 - share) + mark[channel]! * share : [231, 226, 218][channel]!
        pixels[(y * WIDTH + x) * 3 + channel] = Math.max(
          0,
          Math.min(255, base * light + 9 * (noise(x + channel * 31, y) - 0.5)),
        )
      }
    }
  const raw = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  return raw.blur(0.7).jpeg({ quality: 70 }).toBuffer()
}

const CLOTHS = [
  [
    [28, 42, 78],
    [238, 232, 220],
  ],
  [
    [196, 62, 54],
    [250, 226, 160],
  ],
  [
    [176, 142, 110],
    [70, 84, 60],
  ],
] as const

describe('the pattern of photographed cloth', () => {
  for (const [pattern, weaveOf] of Object.entries(WEAVES) as Array<[Pattern, (step: number) => Weave]>)
    for (const step of pattern === 'plain' ? [30] : [34, 46])
      test(`is recognised: ${pattern}, every ${step} pixels`, async () => {
        for (const [cloth, mark] of CLOTHS) {
          const {
            pattern: read,
            cut,
            cloth: measured,
          } = await decodeAppearance(await photograph(weaveOf(step), cloth, mark))
          expect([read, cut.ground], JSON.stringify(measured)).toEqual([pattern, 'plain'])
        }
      })
})

test('recognises 95% of plain demo drawings and 80% of patterned ones', async () => {
  const expected: Record<string, Pattern> = {
    plain: 'plain',
    leather: 'plain',
    denim: 'plain',
    knit: 'plain',
    stripe: 'striped',
    check: 'checked',
    dot: 'dotted',
    floral: 'floral',
  }
  const products = [...generateProducts({ seed: 1, count: 600 })].flatMap(({ images }) => images.slice(0, 1))
  const right = { plain: [0, 0], others: [0, 0] } as { plain: [number, number]; others: [number, number] }
  for (const [pattern, own] of Map.groupBy(products, ({ spec }) => spec.pattern))
    for (const { spec } of own.slice(0, 12)) {
      if (!expected[pattern]) continue
      const read = (await decodeAppearance(Buffer.from(drawProduct(spec)))).pattern
      const counted = expected[pattern] === 'plain' ? right.plain : right.others
      counted[1]++
      if (read === expected[pattern]) counted[0]++
    }
  expect(right.plain[0] / right.plain[1]).toBeGreaterThanOrEqual(0.95)
  expect(right.others[0] / right.others[1]).toBeGreaterThanOrEqual(0.8)
}, 60_000)

const svg = (body: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><rect width="400" height="500" fill="#e8dfd0"/>${body}</svg>`,
  )
const BOOT = 'M120 90h90v200q90 20 110 90v40H120z'
const boot = (transform: string) => svg(`<path d="${BOOT}" fill="#5a3a22" transform="${transform}"/>`)

describe('the outline', () => {
  const apart = async (one: Buffer, other: Buffer) => {
    const [a, b] = [(await decodeAppearance(one)).shape, (await decodeAppearance(other)).shape]
    return a!.reduce((sum, value, at) => sum + Math.abs(value - b![at]!), 0) / a!.length
  }
  test.each([
    ['turned', 'rotate(35 200 250)'],
    ['upside down', 'rotate(180 200 250)'],
    ['mirrored', 'translate(420 0) scale(-1 1)'],
    ['smaller', 'translate(90 110) scale(.55)'],
    ['moved', 'translate(-50 40)'],
  ])('is the same when it is %s', async (_, transform) =>
    expect(await apart(boot(''), boot(transform))).toBeLessThan(4),
  )
  test('differs for another item', async () =>
    expect(await apart(boot(''), svg('<ellipse cx="200" cy="250" rx="60" ry="180" fill="#5a3a22"/>'))).toBeGreaterThan(
      10,
    ))
})

test('reads an item in front of a busy background, and finds no outline', async () => {
  let tiles = ''
  for (let at = 0; at < 80; at++)
    tiles += `<rect x="${(at % 8) * 50}" y="${Math.floor(at / 8) * 50}" width="50" height="50" fill="${['#3f7f4a', '#c9b27a', '#7fa7c9', '#9a9a8a'][(at * 7) % 4]}"/>`
  const { cut, palette, shape } = await decodeAppearance(
    svg(`${tiles}<rect x="120" y="110" width="160" height="280" fill="#b01b2e"/>`),
  )
  expect(cut.ground).toBe('busy')
  expect(shape).toBeNull()
  expect(palette[0]!.share).toBeGreaterThan(0.9)
  expect(palette[0]!.a).toBeGreaterThan(40)
})
