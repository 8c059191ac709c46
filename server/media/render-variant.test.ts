import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeOriginal } from './media.service.ts'
import { VARIANT_FORMATS, VARIANT_WIDTHS } from './media.schema.ts'
import { mediaName } from './picture.ts'
import { isVariant, renderVariant } from './render-variant.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-media-'))
})
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }))

const painted = (width: number, height: number, red = 200) => sharp({ create: { width, height, channels: 4, background: { r: red, g: 100, b: 50, alpha: 0.5 } } })
const original = async (bytes: Buffer) => mediaName(await writeOriginal(dataDir, bytes))

describe('renderVariant', () => {
  it.each(VARIANT_FORMATS.flatMap((format) => VARIANT_WIDTHS.map((width) => [format, width] as const)))('makes %s at %i pixels, never wider than the original', async (format, width) => {
    const name = await original(await painted(500, 250).png().toBuffer())
    const file = await renderVariant(dataDir, name, width, format)
    const facts = await sharp(file!).metadata()
    expect(facts.format).toBe({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[format])
    expect([facts.width, facts.height]).toEqual([Math.min(width, 500), Math.min(width, 500) / 2])
  })
  it('draws our SVGs, and turns photos as their camera says', async () => {
    const drawing = await original(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><rect width="400" height="500" fill="#123456"/></svg>'))
    expect(await sharp((await renderVariant(dataDir, drawing, 160, 'jpg'))!).metadata()).toMatchObject({ width: 160, height: 200 })
    const photo = await original(await painted(320, 160).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect(await sharp((await renderVariant(dataDir, photo, 160, 'webp'))!).metadata()).toMatchObject({ width: 160, height: 320 })
  })
  it('makes one file for many that ask at once, and leaves it alone afterwards', async () => {
    const name = await original(await painted(600, 600, 10).png().toBuffer())
    const files = await Promise.all(Array.from({ length: 20 }, () => renderVariant(dataDir, name, 320, 'avif')))
    expect(new Set(files).size).toBe(1)
    const made = await fs.stat(files[0]!)
    await renderVariant(dataDir, name, 320, 'avif')
    expect((await fs.stat(files[0]!)).mtimeMs).toBe(made.mtimeMs)
    expect((await fs.readdir(path.dirname(files[0]!))).filter((file) => file.startsWith(name))).toEqual([`${name}-320.avif`])
  })
  it.each(VARIANT_FORMATS)('makes smaller files of %s for slow networks, and beside the good one', async (format) => {
    const noise = sharp({ create: { width: 640, height: 640, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    const name = await original(await noise.png().toBuffer())
    const sizes: number[] = []
    for (const quality of ['full', 'slow', 'saver'] as const) sizes.push((await fs.stat((await renderVariant(dataDir, name, 480, format, quality))!)).size)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes[2]).toBeLessThan(sizes[0]! * 0.75)
  })
  it('has nothing of an unknown picture', async () => expect(await renderVariant(dataDir, 'f'.repeat(24), 320, 'jpg')).toBeNull())
  it('goes on after an original that cannot be read', async () => {
    const broken = await original(Buffer.from('no picture'))
    for (let n = 0; n < 4; n++) await expect(renderVariant(dataDir, broken, 320, 'jpg')).rejects.toThrow()
    const name = await original(await painted(200, 200, 30).png().toBuffer())
    expect(await renderVariant(dataDir, name, 160, 'jpg')).not.toBeNull()
  })
})

describe('isVariant', () => {
  it.each([[320, 'avif', true], [321, 'avif', false], [0, 'jpg', false], [320, 'png', false], [320, 'svg', false], [NaN, 'jpg', false]])('%s %s: %s', (width, format, is) => expect(isVariant(width, format)).toBe(is))
})
