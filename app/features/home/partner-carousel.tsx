import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import type { HomeData } from './home-data.ts'
import { Picture } from '#app/components/picture.tsx'
import { formatProducts } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

const EVERY_MS = 6_000

/**
 * The featured stores, after the About card. It moves until it is paused or touched. It stops while it is hovered or
 * focused, and does not move with reduced motion.
 */
export function PartnerCarousel({ partners }: { partners: HomeData['partners'] }) {
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
      className="hero"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onTouchStart={() => setPlaying(false)}
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas need keyboard access */}
      <ul ref={track} tabIndex={0} aria-label="Featured stores" className="rail hero-track">
        <li>
          <AboutCard />
        </li>
        {partners.map((partner, index) => (
          <li key={partner.id}>
            <PartnerCard partner={partner} isPriority={index === 0} />
          </li>
        ))}
      </ul>
      <div className="hero-controls">
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
          className="icon-button hero-step"
          aria-label="Previous store"
          onClick={() => step(track.current, -1)}
        >
          <ChevronLeft aria-hidden size={22} />
        </button>
        <button
          type="button"
          className="icon-button hero-step"
          aria-label="Next store"
          onClick={() => step(track.current, 1)}
        >
          <ChevronRight aria-hidden size={22} />
        </button>
      </div>
    </section>
  )
}

/** Scrolls to the next or previous card, and wraps around at both ends. */
function step(track: HTMLUListElement | null, direction: 1 | -1): void {
  if (!track) return
  const places = [...track.children].map((card) => (card as HTMLElement).offsetLeft)
  const end = track.scrollWidth - track.clientWidth
  const isAtEdge = direction === 1 ? track.scrollLeft > end - 4 : track.scrollLeft < 4
  const here = places.findIndex((place) => place >= track.scrollLeft - 4)
  const left = isAtEdge ? (direction === 1 ? 0 : end) : places[here + direction]
  track.scrollTo({ left: left ?? end, behavior: 'smooth' })
}

function AboutCard() {
  return (
    <Link to={paths.about()} className="hero-card hero-about">
      <p className="hero-label">About WTF</p>
      <p className="hero-question">
        Where&rsquo;s
        <br />
        that <em>from?</em>
      </p>
      <p className="hero-about-end">
        <span>
          Independent brands, each with its own store. We help you find a product, and you buy it from the people who
          made it.
        </span>
        <ArrowRight aria-hidden size={36} strokeWidth={1.4} />
      </p>
    </Link>
  )
}

function PartnerCard({ partner, isPriority }: { partner: HomeData['partners'][number]; isPriority: boolean }) {
  return (
    <Link to={paths.partner(partner.id)} prefetch="intent" className="hero-card">
      {partner.hero && (
        <Picture
          picture={partner.hero}
          alt=""
          sizes="(width>=48rem) 62vw,58vw"
          maxWidth={1600}
          isPriority={isPriority}
          className="hero-picture"
        />
      )}
      <div className="hero-words">
        <h2>{partner.businessName}</h2>
        <p className="hero-ethos">{partner.ethos}</p>
        <p className="hero-count">{formatProducts(partner.productCount)} in stock</p>
      </div>
    </Link>
  )
}
