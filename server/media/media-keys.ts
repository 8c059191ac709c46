import { VARIANT_FORMATS, VARIANT_WIDTHS, type VariantFormat, type VariantQuality } from './media.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** A file drawn from an original. */
export interface Variant {
  /** The original's name (see `mediaName`). */
  name: string
  /** In pixels. */
  width: number
  format: VariantFormat
  quality: VariantQuality
}

/** Bytes of storage to leave free. Variants can be drawn again, but a database that cannot write loses data. */
export const LEFT_FREE = 2 * 1024 ** 3

/** Returns an original's key in the storage. */
export function originalKey(name: string): string {
  return `media/originals/${name.slice(0, 2)}/${name}`
}

/** Returns a variant's key in the storage. */
export function variantKey({ name, width, format, quality }: Variant): string {
  return `media/variants/${name.slice(0, 2)}/${name}-${width}${quality === 'full' ? '' : `-${quality}`}.${format}`
}

/** Extensions of partners' videos. Browsers only play mp4 and webm. */
export const VIDEO_EXTENSIONS = lookup({
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
})

/** Returns a video's key in the storage. @param extension as in VIDEO_EXTENSIONS */
export function videoKey(name: string, extension: string): string {
  return `media/videos/${name.slice(0, 2)}/${name}.${extension}`
}

/** Returns the keys of all possible variants of an original. */
export function variantKeys(name: string): string[] {
  return VARIANT_WIDTHS.flatMap((width) =>
    VARIANT_FORMATS.flatMap((format) =>
      (['full', 'slow', 'saver'] as const).map((quality) => variantKey({ name, width, format, quality })),
    ),
  )
}
