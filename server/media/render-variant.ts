import fs from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { originalPath } from './media.service.ts'
import { VARIANT_FORMATS, VARIANT_WIDTHS, type VariantFormat } from './media.schema.ts'

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
export function renderVariant(dataDir: string, name: string, width: number, format: VariantFormat): Promise<string | null> {
  const file = path.join(dataDir, 'media/variants', name.slice(0, 2), `${name}-${width}.${format}`)
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
      await encode(resized, format).toFile(partial)
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

function encode(image: Sharp, format: VariantFormat): Sharp {
  if (format === 'avif') return image.avif({ quality: 58, effort: 2 })
  if (format === 'webp') return image.webp({ quality: 80, effort: 3 })
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true })
}

async function takeTurn(): Promise<void> {
  if (active >= MAX_RENDERS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  active++
}

const exists = (file: string) => fs.access(file).then(() => true, () => false)
