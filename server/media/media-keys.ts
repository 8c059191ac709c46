import type { VariantFormat, VariantQuality } from './media.schema.ts'

/** A file drawn from an original. */
export interface Variant {
  /** The original's name, see `mediaName`. */
  name: string
  /** Pixels. */
  width: number
  format: VariantFormat
  quality: VariantQuality
}

/** Bytes of storage to leave free: variants can be drawn again, but a database that cannot write loses data. */
export const LEFT_FREE = 2 * 1024 ** 3

/** An original's key in the storage. */
export function originalKey(name: string): string {
  return `originals/${name.slice(0, 2)}/${name}`
}

/** A variant's key in the storage. */
export function variantKey({ name, width, format, quality }: Variant): string {
  return `variants/${name.slice(0, 2)}/${name}-${width}${quality === 'full' ? '' : `-${quality}`}.${format}`
}
