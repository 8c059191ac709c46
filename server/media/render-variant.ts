import fs from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { originalPath } from './media.service.ts'
import { VARIANT_FORMATS, VARIANT_WIDTHS, type VariantFormat, type VariantQuality } from './media.schema.ts'

/** Each encoder's own scale; for JPEG about what people know: 82, 70 and 50. */
const QUALITY: Record<VariantQuality, Record<VariantFormat, number>> = {
  full: { avif: 58, webp: 80, jpg: 82 },
  slow: { avif: 48, webp: 66, jpg: 70 },
  saver: { avif: 36, webp: 48, jpg: 50 },
}
const MAX_RENDERS_AT_ONCE = 2
const running = new Map<string, Promise<string | null>>()
const waiting: Array<() => void> = []
let active = 0

/** True for the widths (pixels) and formats that the service makes: a fixed set, so that nobody can fill the disk. */
export function isVariant(width: number, format: string): format is VariantFormat {
  return (VARIANT_WIDTHS as readonly number[]).includes(width) && (VARIANT_FORMATS as readonly string[]).includes(format)
}

/**
 * The file of one variant, made from the original when it is asked for the first time and kept under DATA_DIR/media/variants.
 * Never wider than the original. @returns its path, or null when there is no such original.
 */
export function renderVariant(dataDir: string, name: string, width: number, format: VariantFormat, quality: VariantQuality = 'full'): Promise<string | null> {
  const file = path.join(dataDir, 'media/variants', name.slice(0, 2), `${name}-${width}${quality === 'full' ? '' : `-${quality}`}.${format}`)
  const pending = running.get(file)
  if (pending) return pending
  const render = (async () => {
    if (await exists(file)) return file
    const original = originalPath(dataDir, name)
    if (!(await exists(original))) return null
    await takeTurn()
    try {
      await fs.mkdir(path.dirname(file), { recursive: true })
      const partial = `${file}.${process.pid}.partial`
      const resized = sharp(original, { limitInputPixels: 100_000_000 }).autoOrient().resize({ width, withoutEnlargement: true })
      await encode(resized, format, QUALITY[quality][format]).toFile(partial)
      await fs.rename(partial, file)
      return file
    } finally {
      active--
      waiting.shift()?.()
    }
  })().finally(() => running.delete(file))
  running.set(file, render)
  return render
}

function encode(image: Sharp, format: VariantFormat, quality: number): Sharp {
  if (format === 'avif') return image.avif({ quality, effort: 2 })
  if (format === 'webp') return image.webp({ quality, effort: 3 })
  return image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true })
}

async function takeTurn(): Promise<void> {
  if (active >= MAX_RENDERS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  active++
}

const exists = (file: string) => fs.access(file).then(() => true, () => false)
