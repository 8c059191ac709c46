import { useNavigate } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { variantWidths } from '#server/media/media.schema.ts'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { withParams } from '#app/lib/search-params.ts'
import { useEffectBeforePaint } from '#app/lib/use-effect-before-paint.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import { useChoice } from './use-product-choice.ts'

const ZoomDialog = lazyPart(() => import('./zoom-dialog.tsx'))

/** The number of thumbnails shown at once. Previous and Next reach the other pictures. */
const MAX_STEPS = 60
/** Horizontal movements of more pixels are swipes. */
const SWIPE = 40

/** A large picture and its thumbnails. The URL selects the large one, so it works without JavaScript and with Back. */
export function ProductGallery({ name, pictures }: { name: string; pictures: ProductDetail['pictures'] }) {
  const params = useChoice()
  const navigate = useNavigate()
  const [isZoomed, setZoomed] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  const wasZoomed = useRef(false)
  const touched = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    // The dialog is loaded on first use, so it cannot restore the focus itself.
    if (wasZoomed.current && !isZoomed) opener.current?.focus({ preventScroll: true })
    wasZoomed.current = isZoomed
  }, [isZoomed])
  const ofColour = pictures.findIndex(({ colourName }) => colourName !== null && colourName === params.get('colour'))
  const asked = Number(params.get('picture') ?? Math.max(0, ofColour) + 1)
  const index = Number.isInteger(asked) && asked >= 1 && asked <= pictures.length ? asked - 1 : 0
  const current = pictures[index]
  // Keys may be pressed faster than pages load, so each press continues from the last target, not from the shown
  // picture.
  const wanted = useRef(index)
  useEffectBeforePaint(() => {
    wanted.current = index
  }, [index])
  if (!current) return <PicturePlaceholder name={name} className="aspect-[4/5] w-full rounded-sm" />

  const hrefFor = (target: number) =>
    withParams(params, { picture: target === 0 && ofColour < 1 ? undefined : String(target + 1) })
  const wrap = (target: number) => (target + pictures.length) % pictures.length
  const move = (steps: number) => {
    wanted.current = wrap(wanted.current + steps)
    navigate(hrefFor(wanted.current), { replace: true, preventScrollReset: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1)
    else if (event.key === 'ArrowRight') move(1)
    else return
    event.preventDefault()
  }
  const zoom = (event: MouseEvent) => {
    event.preventDefault()
    setZoomed(true)
  }
  const isMany = pictures.length > 1
  const step = 'icon-button absolute top-1/2 -translate-y-1/2 bg-ink/60 backdrop-blur-sm hover:bg-ink/85'
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys are a shortcut for the links inside
    <div
      onKeyDown={onKeyDown}
      onTouchStart={({ touches }) => {
        touched.current = touches.length === 1 && touches[0] ? { x: touches[0].clientX, y: touches[0].clientY } : null
      }}
      onTouchEnd={({ changedTouches }) => {
        const touch = changedTouches[0]
        if (!touch || !touched.current || isZoomed) return
        const [along, across] = [touch.clientX - touched.current.x, touch.clientY - touched.current.y]
        if (isMany && Math.abs(along) > SWIPE && Math.abs(along) > 2 * Math.abs(across)) move(along < 0 ? 1 : -1)
      }}
      className={`grid min-w-0 self-start md:items-start md:gap-4 ${isMany ? 'md:grid-cols-[5rem_1fr]' : ''}`}
      role="group"
      aria-label={`Pictures of ${name}`}
    >
      <div className="relative md:order-2">
        <a
          ref={opener}
          href={paths.image(current.name, variantWidths(current.width, 1600).at(-1) ?? 960, 'jpg')}
          onClick={zoom}
          aria-label="View full screen"
          aria-haspopup="dialog"
          className="block cursor-zoom-in"
        >
          <Picture
            key={current.name}
            picture={current}
            isPriority
            sizes="(min-width: 64rem) 46vw, (min-width: 48rem) 50vw, 92vw"
            maxWidth={1600}
            className="aspect-[4/5] max-h-[44svh] w-full rounded-sm object-cover md:max-h-none"
          />
          <span aria-hidden className="icon-button absolute right-3 bottom-3 bg-ink/60 backdrop-blur-sm">
            <Maximize2 size={18} />
          </span>
        </a>
        {isMany && (
          <>
            <Link
              to={hrefFor(wrap(index - 1))}
              replace
              preventScrollReset
              aria-label="Previous picture"
              className={`${step} left-3`}
            >
              <ChevronLeft aria-hidden size={22} />
            </Link>
            <Link
              to={hrefFor(wrap(index + 1))}
              replace
              preventScrollReset
              aria-label="Next picture"
              className={`${step} right-3`}
            >
              <ChevronRight aria-hidden size={22} />
            </Link>
            <p
              className="absolute bottom-3 left-3 rounded-full bg-ink/70 px-3 py-1.5 text-xs tabular-nums"
              aria-live="polite"
            >
              {index + 1} / {pictures.length}
            </p>
          </>
        )}
      </div>
      {isMany && (
        <ol className="gallery-steps">
          {stepsAround(index, pictures.length).map((position) => (
            <li key={position}>
              <Link
                to={hrefFor(position)}
                replace
                preventScrollReset
                aria-label={`Picture ${position + 1}`}
                aria-current={position === index ? 'true' : undefined}
                className="gallery-step"
              >
                <Picture
                  picture={pictures[position] ?? current}
                  alt=""
                  sizes="5rem"
                  maxWidth={320}
                  className="aspect-[4/5] w-full object-cover"
                />
              </Link>
            </li>
          ))}
        </ol>
      )}
      {isZoomed && (
        <ZoomDialog
          name={name}
          pictures={pictures}
          index={index}
          onMove={move}
          onClose={() => setZoomed(false)}
          onMissing={() => setZoomed(false)}
        />
      )}
    </div>
  )
}

/** Returns the indexes of the thumbnails to show: all of them, or as many as fit around the current one. */
function stepsAround(index: number, count: number): number[] {
  const shown = Math.min(count, MAX_STEPS)
  const from = Math.min(Math.max(0, index - Math.floor(shown / 2)), count - shown)
  return Array.from({ length: shown }, (_, place) => from + place)
}
