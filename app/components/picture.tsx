import { offeredWidths } from '#server/media/media.schema.ts'
import { paths } from '#app/lib/paths.ts'
import type { PictureData } from '#app/lib/api-types.ts'

export interface PictureProps {
  picture: Pick<PictureData, 'name' | 'width'> & Partial<PictureData>
  /** The `sizes` of the picture in the layout. */
  sizes: string
  /** Largest variant offered, in pixels. */
  maxWidth?: number
  /** Loads the picture at once, for the first one on the page. All others load lazily. */
  isPriority?: boolean
  /** The frame sets the size, so the picture has no `width` and `height`. */
  isFilling?: boolean
  alt?: string
  className?: string
  onLoad?: () => void
}

/**
 * A picture in the best width for the screen. Its main colour is shown until it has loaded. The server chooses the
 * format.
 */
export function Picture({
  picture,
  sizes,
  maxWidth = 960,
  isPriority = false,
  isFilling = false,
  alt = picture.alt ?? '',
  className = '',
  onLoad,
}: PictureProps) {
  const widths = offeredWidths(picture.width, maxWidth)
  // Lazy pictures load after their frame is laid out, so 'auto' uses the frame's size. Without a frame there is no size
  // yet.
  const chosenSizes = isFilling && !isPriority ? 'auto' : sizes
  return (
    <img
      // Must precede the source attributes. Otherwise the browser requests the picture as soon as it is added.
      loading={isPriority ? undefined : 'lazy'}
      src={paths.image(picture.name, widths[0] ?? maxWidth)}
      srcSet={
        widths.length > 1 ? widths.map((width) => `${paths.image(picture.name, width)} ${width}w`).join(',') : undefined
      }
      sizes={widths.length > 1 ? chosenSizes : undefined}
      alt={alt}
      {...(isFilling ? {} : { width: picture.width, height: picture.height })}
      decoding={isPriority ? 'sync' : undefined}
      {...(isPriority ? { fetchpriority: 'high' } : {})}
      style={picture.colour ? { background: picture.colour } : undefined}
      className={className || undefined}
      onLoad={onLoad}
    />
  )
}

const GROUNDS = [
  'light-dark(#ece6dc, #2b2622)',
  'light-dark(#e4e8ea, #26292b)',
  'light-dark(#efe4e7, #2c2528)',
  'light-dark(#e4ebe5, #242a26)',
  'light-dark(#eee9d8, #2d2a20)',
  'light-dark(#e3e7f0, #232630)',
]

/** Shown if a partner has sent no picture: the product's initial, on a background chosen by its name. */
export function PicturePlaceholder({ name, className = '' }: { name: string; className?: string }) {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return (
    <div
      role="img"
      aria-label={`${name}: no picture yet`}
      className={`grid place-items-center ${className}`}
      style={{ backgroundColor: GROUNDS[hash % GROUNDS.length] }}
    >
      <div aria-hidden className="text-center">
        <span className="font-display block text-[clamp(4rem,9vw,7rem)] leading-none text-text/25 italic">
          {[...name.trim()][0]?.toUpperCase() ?? '?'}
        </span>
        <span className="mt-3 block text-xs text-text/75">No picture yet</span>
      </div>
    </div>
  )
}
