import { Link } from '#app/components/link.tsx'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

type Promotion = RouterOutputs['promotions']['live'][number]

/** A partner's promotion. Its space is reserved before anything is loaded. */
export function PromotionCard({ promotion }: { promotion: Promotion }) {
  const { picture, video } = promotion
  if (video?.src) return <VideoCard promotion={promotion} src={video.src} />
  return (
    <StoreLink promotion={promotion}>
      {picture && (
        <Picture
          picture={picture}
          sizes="(min-width: 64rem) 38vw, (min-width: 40rem) 56vw, 84vw"
          className="h-full w-full object-cover"
        />
      )}
    </StoreLink>
  )
}

function StoreLink({
  promotion: { partnerId, businessName },
  children,
}: {
  promotion: Promotion
  children: ReactNode
}) {
  return (
    <Link to={paths.partner(partnerId)} prefetch="intent" className="group block">
      <div className="aspect-video overflow-hidden rounded-sm bg-surface">{children}</div>
      <p className="mt-3 font-display text-xl leading-tight group-hover:underline group-hover:decoration-accent group-hover:decoration-1 group-hover:underline-offset-4 md:text-2xl">
        {businessName}
      </p>
    </Link>
  )
}

/**
 * A video that plays without sound, only while it is visible. With reduced motion or Save-Data it stays a still picture
 * until the visitor presses play.
 */
function VideoCard({ promotion, src }: { promotion: Promotion; src: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isNear, setNear] = useState(false)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
    setWanted(!saves && !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
    const element = video.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    // A browser may refuse to play. The first frame then stays visible.
    if (isNear && isWanted) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [isNear, isWanted])
  return (
    <div className="relative">
      <StoreLink promotion={promotion}>
        <video
          ref={video}
          aria-label={promotion.altText}
          muted
          loop
          playsInline
          preload={isNear ? 'metadata' : 'none'}
          src={`${src}#t=0.1`}
          className="h-full w-full object-cover"
        />
      </StoreLink>
      <button
        type="button"
        aria-label={isWanted ? 'Pause the video' : 'Play the video'}
        onClick={() => setWanted(!isWanted)}
        className="icon-button absolute top-2 right-2 bg-ink/60"
      >
        {isWanted ? <Pause aria-hidden size={18} /> : <Play aria-hidden size={18} />}
      </button>
    </div>
  )
}
