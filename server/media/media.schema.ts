/** Widths in pixels that the image service produces. */
export const VARIANT_WIDTHS = [160, 320, 480, 640, 960, 1200, 1600] as const
export const VARIANT_FORMATS = ['avif', 'webp', 'jpg'] as const
/** 'full'; 'slow' for a slow network; 'saver' for Save-Data or a very slow network. */
export type VariantQuality = 'full' | 'slow' | 'saver'
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

/**
 * Whether the service produces this width (pixels) and format. The set is fixed, so that requests cannot fill the disk.
 */
export function isVariant(width: number, format: string): format is VariantFormat {
  return (
    (VARIANT_WIDTHS as readonly number[]).includes(width) && (VARIANT_FORMATS as readonly string[]).includes(format)
  )
}

/**
 * Returns the widths to offer for an original of this width (pixels). None is larger, because pictures are never
 * enlarged.
 */
export function variantWidths(originalWidth: number, maxWidth: number): number[] {
  const widths = VARIANT_WIDTHS.filter((width) => width <= maxWidth && width <= originalWidth)
  return widths.length ? widths : [VARIANT_WIDTHS[0]]
}

/**
 * Returns the widths (pixels, ascending) for a picture's srcset: every second one, at most three. Each URL makes the
 * page larger, and steps of two are fine enough.
 */
export function offeredWidths(originalWidth: number, maxWidth: number): number[] {
  return variantWidths(originalWidth, maxWidth)
    .reverse()
    .filter((_, index) => index % 2 === 0)
    .slice(0, 3)
    .reverse()
}
