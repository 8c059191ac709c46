import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeOriginal } from './media.service.ts'
import { variantKey } from './media-keys.ts'
import {
  isVariant,
  VARIANT_FORMATS,
  VARIANT_WIDTHS,
  variantWidths,
  type VariantFormat,
  type VariantQuality,
} from './media.schema.ts'
import { mediaName } from './picture.ts'
import { loadVariant, renderVariants } from './render-variant.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-media-'))
})
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }))

const painted = (width: number, height: number, red = 200) =>
  sharp({ create: { width, height, channels: 4, background: { r: red, g: 100, b: 50, alpha: 0.5 } } })
const variant = (name: string, width: number, format: VariantFormat, quality: VariantQuality = 'full') => ({
  name,
  width,
  format,
  quality,
})
const render = async (...[name, ...of]: Parameters<typeof variant>) =>
  (await renderVariants(dataDir, name, [variant(name, ...of)]))?.[0] ?? null
const original = async (bytes: Buffer) => mediaName(await writeOriginal(dataDir, bytes))

describe('renderVariants', () => {
  test.each(VARIANT_FORMATS.flatMap((format) => VARIANT_WIDTHS.map((width) => [format, width] as const)))(
    'makes %s at %i pixels, never wider than the original',
    async (format, width) => {
      const name = await original(await painted(500, 250).png().toBuffer())
      const facts = await sharp((await render(name, width, format))!).metadata()
      expect(facts.format).toBe({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[format])
      expect([facts.width, facts.height]).toEqual([Math.min(width, 500), Math.min(width, 500) / 2])
    },
  )
  test('draws our SVGs, and rotates photos by their EXIF orientation', async () => {
    const drawing = await original(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><rect width="400" height="500" fill="#123456"/></svg>',
      ),
    )
    expect(await sharp((await render(drawing, 160, 'jpg'))!).metadata()).toMatchObject({ width: 160, height: 200 })
    const photo = await original(await painted(320, 160).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect(await sharp((await render(photo, 160, 'webp'))!).metadata()).toMatchObject({ width: 160, height: 320 })
  })
  test('stores each result once, even from several processes, and never a partial file', async () => {
    const name = await original(await painted(600, 600, 10).png().toBuffer())
    expect(await loadVariant(dataDir, variant(name, 320, 'avif'))).toBeNull()
    const drawn = await Promise.all(Array.from({ length: 3 }, () => render(name, 320, 'avif')))
    expect(await loadVariant(dataDir, variant(name, 320, 'avif'))).toEqual(drawn[0])
    expect(
      (await fs.readdir(path.join(dataDir, path.dirname(variantKey(variant(name, 320, 'avif')))))).filter((file) =>
        file.startsWith(name),
      ),
    ).toEqual([`${name}-320.avif`])
  })
  test.each(VARIANT_FORMATS)(
    'stores smaller %s files for slow networks alongside the full-quality files',
    async (format) => {
      const noise = sharp({
        create: {
          width: 640,
          height: 640,
          channels: 3,
          background: '#888888',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      })
      const name = await original(await noise.png().toBuffer())
      const sizes: number[] = []
      for (const quality of ['full', 'slow', 'saver'] as const)
        sizes.push((await render(name, 480, format, quality))!.length)
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      expect(sizes[2]).toBeLessThan(sizes[0]! * 0.75)
    },
  )
  test('draws several widths at once with the same result as one at a time', async () => {
    const [together, alone] = await Promise.all(
      [11, 12].map(async (red) => original(await painted(900, 450, red).removeAlpha().png().toBuffer())),
    )
    const widths = [640, 160, 320]
    const drawn = await renderVariants(
      dataDir,
      together!,
      widths.map((width) => variant(together!, width, 'webp')),
    )
    for (const [index, width] of widths.entries()) {
      const [first, second] = await Promise.all(
        [drawn![index]!, (await render(alone!, width, 'webp'))!].map((bytes) => sharp(bytes).stats()),
      )
      expect((await sharp(drawn![index]).metadata()).width).toBe(width)
      for (const [channel, { mean }] of first!.channels.entries())
        expect(Math.abs(mean - second!.channels[channel]!.mean)).toBeLessThan(3)
    }
    expect(await renderVariants(dataDir, 'e'.repeat(24), [variant('e'.repeat(24), 160, 'jpg')])).toBeNull()
  })
  test('returns null for an unknown image', async () => expect(await render('f'.repeat(24), 320, 'jpg')).toBeNull())
  test('refuses too many pixels before decoding them', async () => {
    const huge =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000"><rect width="8000" height="8000"/></svg>'
    await expect(render(await original(Buffer.from(huge)), 160, 'jpg')).rejects.toThrow(/pixel limit/)
  })
})

describe('isVariant', () => {
  test.each([
    [320, 'avif', true],
    [321, 'avif', false],
    [0, 'jpg', false],
    [320, 'png', false],
    [320, 'svg', false],
    [NaN, 'jpg', false],
  ])('%s %s: %s', (width, format, is) => expect(isVariant(width, format)).toBe(is))
})

describe('variantWidths', () => {
  test.each([
    [2000, 640, [160, 320, 480, 640]],
    [500, 1600, [160, 320, 480]],
    [90, 640, [160]],
  ])('for an original %i wide, up to %i: %j', (width, max, widths) => expect(variantWidths(width, max)).toEqual(widths))
})
