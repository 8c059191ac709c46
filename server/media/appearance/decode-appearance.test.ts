import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { GARMENT_KINDS } from '#demo/demo.types.ts'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import { photoOf, STRIPED_BLAZER } from '#tests/setup/appearances.ts'
import { labDistance, labOfHex } from '../lab.shared.ts'
import { decodeAppearance } from './decode-appearance.ts'
import type { PaletteColour } from './main-colours.shared.ts'

const readPalette = async (bytes: Buffer) => (await decodeAppearance(bytes)).palette

const GROUND = '#e8dfd0'
const picture = (body: string, ground: string | null = GROUND) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500">${ground ? `<rect width="400" height="500" fill="${ground}"/>` : ''}${body}</svg>`,
  )
const png = (svg: Buffer) => sharp(svg).png().toBuffer()
const away = (colour: PaletteColour | undefined, hex: string) =>
  colour ? labDistance(colour, labOfHex(hex)!) : Infinity

describe('Lab', () => {
  test.each([
    ['#ffffff', 100, 0, 0],
    ['#000000', 0, 0, 0],
    ['#ff0000', 53.24, 80.09, 67.2],
    ['#00ff00', 87.73, -86.18, 83.18],
    ['#0000ff', 32.3, 79.19, -107.86],
    ['#808080', 53.59, 0, 0],
  ])('%s', (hex, l, a, b) => {
    const lab = labOfHex(hex)!
    for (const [got, want] of [
      [lab.l, l],
      [lab.a, a],
      [lab.b, b],
    ] as const)
      expect(got).toBeCloseTo(want, 1)
  })
  test('is null without exactly six hex digits', () =>
    expect(['', 'red', '#fff', '#12345g', '#1234567'].map(labOfHex)).toEqual([null, null, null, null, null]))
})

describe('readPalette', () => {
  test('excludes the background with its shadow and gradient', async () => {
    const plain = await readPalette(
      await png(picture('<rect x="100" y="100" width="200" height="300" fill="#b01b2e"/>')),
    )
    expect(plain).toHaveLength(1)
    expect(plain[0]!.share).toBeGreaterThan(0.97)
    expect(away(plain[0], '#b01b2e')).toBeLessThan(2)
    const shaded =
      '<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#efe7da"/><stop offset="1" stop-color="#cfc4b2"/></linearGradient><radialGradient id="s"><stop stop-opacity=".25"/><stop offset="1" stop-opacity="0"/></radialGradient></defs><rect width="400" height="500" fill="url(#g)"/><ellipse cx="200" cy="400" rx="190" ry="70" fill="url(#s)"/>'
    const onShade = await readPalette(
      await png(picture(`${shaded}<rect x="100" y="100" width="200" height="300" fill="#1f2a44"/>`)),
    )
    expect(onShade).toHaveLength(1)
    expect(away(onShade[0], '#1f2a44')).toBeLessThan(3)
  })
  test('returns the share of the garment for each colour', async () => {
    const stripes = await readPalette(
      await png(
        picture(
          '<rect x="100" y="100" width="150" height="300" fill="#1f2a44"/><rect x="250" y="100" width="50" height="300" fill="#ecc93b"/>',
        ),
      ),
    )
    expect(stripes).toHaveLength(2)
    expect([away(stripes[0], '#1f2a44') < 4, away(stripes[1], '#ecc93b') < 4]).toEqual([true, true])
    expect(stripes[0]!.share).toBeCloseTo(0.75, 1)
    expect(stripes[1]!.share).toBeCloseTo(0.25, 1)
  })
  test('reads a PNG with a transparent background', async () => {
    const cut = await readPalette(await png(picture('<circle cx="200" cy="250" r="120" fill="#e8dfd0"/>', null)))
    expect(cut).toHaveLength(1)
    expect(away(cut[0], '#e8dfd0')).toBeLessThan(2)
    expect(await readPalette(await png(picture('', null)))).toEqual([])
  })
  test('keeps everything if there is only background', async () =>
    expect(await readPalette(await png(picture('', '#3f7d4e')))).toMatchObject([{ share: 1 }]))
  test('reads the cloth of a close-up, not the background in its corner', async () => {
    const [first] = await readPalette(await png(picture('<path d="M0 120 L200 0 H400 V500 H0Z" fill="#641b2b"/>')))
    expect(away(first, '#641b2b')).toBeLessThan(2)
  })
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('reads %s, in colour and in grey', async (format) => {
    const svg = picture('<rect x="100" y="100" width="200" height="300" fill="#808080"/>', '#f4f4f4')
    for (const space of ['srgb', 'b-w'] as const) {
      const [first] = await readPalette(
        await sharp(svg).flatten({ background: '#fff' }).toColourspace(space).toFormat(format).toBuffer(),
      )
      expect(away(first, '#808080')).toBeLessThan(4)
      expect(first!.share).toBeGreaterThan(0.9)
    }
  })
  test('reads a one-pixel image, and rejects data that is not an image', async () => {
    expect(
      await readPalette(
        await sharp({ create: { width: 1, height: 1, channels: 3, background: '#ff0000' } })
          .png()
          .toBuffer(),
      ),
    ).toEqual([{ l: 53.2, a: 80.1, b: 67.2, share: 1 }])
    await expect(readPalette(Buffer.from('no picture'))).rejects.toThrow()
  })
  test('finds the main colour of 90% of demo drawings without jewellery, with the same result each time', async () => {
    // For thin pieces, enclosed background is included.
    const kinds = GARMENT_KINDS.filter((kind) => !['ring', 'necklace', 'bracelet', 'earrings'].includes(kind))
    const colours = ['#641b2b', '#9caf88', '#1f2a44', '#1b1a1c', '#b98a54', '#c46d4d', '#a6a5a3']
    let hits = 0
    for (const [at, kind] of kinds.entries()) {
      const colour = colours[at % colours.length]!
      const svg = Buffer.from(
        drawProduct({
          kind,
          view: 'front',
          colour,
          accent: '#e8d8b0',
          pattern: 'plain',
          ground: at % 2 ? '#efe7da' : '#c9d2d6',
          variant: at % 4,
        }),
      )
      const palette = await readPalette(svg)
      expect(palette.length).toBeGreaterThan(0)
      expect(palette.length).toBeLessThanOrEqual(5)
      expect(palette.map(({ share }) => share)).toEqual(palette.map(({ share }) => share).sort((a, b) => b - a))
      if (at % 10 === 0) expect(await readPalette(svg)).toEqual(palette)
      if (away(palette[0], colour) < 25) hits++
    }
    expect(hits / kinds.length).toBeGreaterThanOrEqual(0.9)
  }, 60_000)
})

test('finds the same pattern and main colour in a distant photo of an item as in a close-up', async () => {
  const near = await photoOf(STRIPED_BLAZER)
  const { width = 0, height = 0 } = await sharp(near).metadata()
  const far = await sharp(near)
    .extend({
      left: width,
      right: width * 2,
      top: height * 2,
      bottom: height,
      background: STRIPED_BLAZER.ground,
    })
    .png()
    .toBuffer()
  const [one, other] = [await decodeAppearance(near), await decodeAppearance(far)]
  expect(one.small).toBeNull()
  expect([one.pattern, other.pattern]).toEqual(['striped', 'striped'])
  expect(other.palette[0] && one.palette[0] && Math.abs(other.palette[0].l - one.palette[0].l)).toBeLessThan(4)
  expect(other.cut.mask.filter(Boolean).length).toBeGreaterThan(one.cut.mask.filter(Boolean).length / 3)
})
