import { Link } from '@remix-run/react'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

const EVERY_MS = 6_000

/**
 * The featured stores, the About card first. It moves until it is paused, touched or focused, and not at all with
 * reduced motion.
 */
export function PartnerCarousel({ partners }: { partners: RouterOutputs['partner']['featuredStores'] }) {
  const track = useRef<HTMLUListElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isHeld, setHeld] = useState(false)

  useEffect(() => setPlaying(!window.matchMedia('(prefers-reduced-motion: reduce)').matches), [])
  useEffect(() => {
    if (!isPlaying || isHeld) return
    const timer = setInterval(() => step(track.current, 1), EVERY_MS)
    return () => clearInterval(timer)
  }, [isPlaying, isHeld])

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Featured stores"
      className="relative"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onTouchStart={() => setPlaying(false)}
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <ul ref={track} tabIndex={0} aria-label="Featured stores" className="rail gap-3 md:gap-4">
        <li className="w-[88%] md:w-[62%]">
          <AboutCard />
        </li>
        {partners.map((partner, index) => (
          <li key={partner.id} className="w-[88%] md:w-[62%]">
            <PartnerCard partner={partner} isPriority={index === 0} />
          </li>
        ))}
      </ul>
      <div className="page mt-4 flex items-center justify-end gap-1">
        <button
          type="button"
          className="icon-button"
          aria-label={isPlaying ? 'Pause the carousel' : 'Play the carousel'}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? <Pause aria-hidden size={18} /> : <Play aria-hidden size={18} />}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Previous store"
          onClick={() => step(track.current, -1)}
        >
          <ChevronLeft aria-hidden size={22} />
        </button>
        <button type="button" className="icon-button" aria-label="Next store" onClick={() => step(track.current, 1)}>
          <ChevronRight aria-hidden size={22} />
        </button>
      </div>
    </section>
  )
}

function step(track: HTMLUListElement | null, direction: 1 | -1): void {
  const [first, second] = track?.children ?? []
  if (!track || !(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return
  const width = second.offsetLeft - first.offsetLeft
  const end = track.scrollWidth - track.clientWidth
  const wished = track.scrollLeft + direction * width
  const left =
    direction === 1 && track.scrollLeft > end - 4 ? 0 : direction === -1 && track.scrollLeft < 4 ? end : wished
  track.scrollTo({ left, behavior: 'smooth' })
}

const CARD = 'relative block h-[clamp(26rem,66vh,44rem)] overflow-hidden'

function AboutCard() {
  return (
    <Link to={paths.about()} className={`${CARD} group bg-accent p-[clamp(1.25rem,4vw,4rem)] text-on-accent`}>
      <div className="flex h-full flex-col justify-between">
        <p className="text-xs font-semibold tracking-[0.14em] uppercase">About WTF</p>
        <p className="font-display text-[clamp(2.75rem,7vw,7rem)] leading-[0.9] font-semibold tracking-[-0.03em]">
          Where&apos;s
          <br />
          that <em>from?</em>
        </p>
        <p className="flex items-end justify-between gap-6">
          <span className="max-w-sm">
            Independent brands, each with a store of its own. We help you find the piece; you buy it from the people who
            made it.
          </span>
          <ArrowRight
            aria-hidden
            size={44}
            strokeWidth={1.2}
            className="shrink-0 transition-transform duration-200 group-hover:translate-x-2"
          />
        </p>
      </div>
    </Link>
  )
}

function PartnerCard({
  partner,
  isPriority,
}: {
  partner: RouterOutputs['partner']['featuredStores'][number]
  isPriority: boolean
}) {
  return (
    <Link to={paths.partner(partner.id)} prefetch="intent" className={`${CARD} group bg-surface`}>
      {partner.hero && (
        <Picture
          picture={partner.hero}
          alt=""
          sizes="(min-width: 48rem) 62vw, 88vw"
          maxWidth={1600}
          isPriority={isPriority}
          className="absolute inset-0 h-full w-full object-cover object-[78%_50%]"
        />
      )}
      <div className="absolute inset-0 bg-gradient-to-t from-ink/90 via-ink/25 to-transparent" />
      <div className="absolute inset-x-0 bottom-0 p-[clamp(1.25rem,3vw,3rem)]">
        <h2 className="text-[clamp(2.25rem,5vw,4.5rem)] leading-none tracking-tight wrap-anywhere">
          {partner.businessName}
        </h2>
        <p className="mt-3 max-w-md text-text/90">{partner.ethos}</p>
        <p className="mt-1 text-sm text-text/75 tabular-nums">{formatCount(partner.productCount)} pieces in stock</p>
      </div>
    </Link>
  )
}
