import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { PromotionMedia } from './promotion-media.tsx'
import type { PromotionData } from './promotion-data.ts'

const EVERY_MS = 2_000
const MAX_IMAGES = 3

/** How the partner's promotions would look on the home page: the first active video, and up to three active images. */
export function HomeMock({ promotions }: { promotions: PromotionData[] }) {
  const active = promotions.filter(({ isActive, state }) => isActive && state !== 'rejected' && state !== 'unplayable')
  const video = active.find(({ kind }) => kind === 'video')
  const shown = [...(video ? [video] : []), ...active.filter(({ kind }) => kind === 'image').slice(0, MAX_IMAGES)]
  const [turn, setTurn] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => setPlaying(!window.matchMedia('(prefers-reduced-motion: reduce)').matches), [])
  useEffect(() => {
    if (!isPlaying || shown.length < 2) return
    const timer = setInterval(() => setTurn((current) => current + 1), EVERY_MS)
    return () => clearInterval(timer)
  }, [isPlaying, shown.length])
  const current = shown[turn % Math.max(1, shown.length)]
  if (!current)
    return <p className="rounded-sm border border-line p-6 text-sm text-muted">Active promotions will appear here.</p>
  return (
    <>
      <div className="aspect-video overflow-hidden rounded-sm border border-line bg-surface">
        <PromotionMedia key={current.id} promotion={current} sizes="22rem" />
      </div>
      <div className="mt-2 flex items-center justify-between gap-4 text-sm text-muted">
        <span className="tabular-nums">
          {(turn % shown.length) + 1} of {shown.length}
          {current.state === 'pending' && ', under review'}
        </span>
        {shown.length > 1 && (
          <button
            type="button"
            className="icon-button"
            aria-label={isPlaying ? 'Pause the preview' : 'Play the preview'}
            onClick={() => setPlaying(!isPlaying)}
          >
            {isPlaying ? <Pause aria-hidden size={16} /> : <Play aria-hidden size={16} />}
          </button>
        )}
      </div>
    </>
  )
}
