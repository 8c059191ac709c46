import { Link, useNavigate } from '@remix-run/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { variantWidths } from '#server/media/media.schema.ts'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { withParams } from '#app/lib/search-params.ts'
import { lazyPart } from '#app/lib/use-part.ts'
import { useChoice } from './use-product-choice.ts'

const ZoomDialog = lazyPart(() => import('./zoom-dialog.tsx'))

/** The pictures, one of them large. The URL says which, so that it works without JavaScript and with Back. */
export function ProductGallery({ name, pictures }: { name: string; pictures: ProductDetail['pictures'] }) {
  const params = useChoice()
  const navigate = useNavigate()
  const [isZoomed, setZoomed] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  const wasZoomed = useRef(false)
  useEffect(() => {
    // The dialog is loaded on first use, so it cannot restore the focus itself.
    if (wasZoomed.current && !isZoomed) opener.current?.focus({ preventScroll: true })
    wasZoomed.current = isZoomed
  }, [isZoomed])
  const asked = Number(params.get('picture') ?? 1)
  const index = Number.isInteger(asked) && asked >= 1 && asked <= pictures.length ? asked - 1 : 0
  const current = pictures[index]
  // Keys may come faster than pages, so each counts from the last target, not from what is shown.
  const wanted = useRef(index)
  useEffect(() => {
    wanted.current = index
  }, [index])
  if (!current) return <PicturePlaceholder name={name} className="aspect-[4/5] w-full rounded-sm" />

  const hrefFor = (target: number) => withParams(params, { picture: target === 0 ? undefined : String(target + 1) })
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
      className="grid min-w-0 gap-3 self-start md:grid-cols-[5rem_1fr] md:items-start md:gap-4"
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
            className="aspect-[4/5] w-full rounded-sm object-cover"
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
        <ol className="flex gap-2 overflow-x-auto md:order-1 md:flex-col md:gap-3">
          {pictures.map((picture, position) => (
            <li key={picture.name} className="w-16 shrink-0 md:w-20">
              <Link
                to={hrefFor(position)}
                replace
                preventScrollReset
                aria-label={`Picture ${position + 1}`}
                aria-current={position === index ? 'true' : undefined}
                className={`block overflow-hidden rounded-sm border-2 transition-opacity ${position === index ? 'border-accent' : 'border-transparent opacity-65 hover:opacity-100'}`}
              >
                <Picture
                  picture={picture}
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
