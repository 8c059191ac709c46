/** Widths in pixels that the image service makes. */
export const VARIANT_WIDTHS = [160, 320, 480, 640, 960, 1200, 1600] as const
export const VARIANT_FORMATS = ['avif', 'webp', 'jpg'] as const
/** Of the pictures' data: 'full', 'slow' for a slow network, 'saver' for whoever saves data or has next to no network. */
export type VariantQuality = 'full' | 'slow' | 'saver'
export type VariantFormat = (typeof VARIANT_FORMATS)[number]
