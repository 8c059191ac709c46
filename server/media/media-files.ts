import fs from 'node:fs/promises'
import path from 'node:path'
import type { VariantFormat, VariantQuality } from './media.schema.ts'

/** One of the files that are made of an original. */
export interface Variant {
  /** The original's, see `mediaName`. */
  name: string
  /** Pixels. */
  width: number
  format: VariantFormat
  quality: VariantQuality
}

/** Bytes of the disk that are left alone: variants can be drawn again, what the database cannot write is lost. */
export const LEFT_FREE = 2 * 1024 ** 3

/** Where an original lies below DATA_DIR. */
export function originalPath(dataDir: string, name: string): string {
  return path.join(dataDir, 'media/originals', name.slice(0, 2), name)
}

/** Where a variant lies below DATA_DIR once it has been drawn. */
export function variantPath(dataDir: string, { name, width, format, quality }: Variant): string {
  return path.join(dataDir, 'media/variants', name.slice(0, 2), `${name}-${width}${quality === 'full' ? '' : `-${quality}`}.${format}`)
}

/** Whether more than `bytes` of DATA_DIR's disk are free; true where the system does not tell. */
export async function hasRoom(dataDir: string, bytes = LEFT_FREE): Promise<boolean> {
  const disk = await fs.statfs(dataDir).catch(() => null)
  return disk === null || disk.bavail * disk.bsize > bytes
}
