import { Picture } from '#app/components/picture.tsx'
import type { PromotionData } from './promotion-data.ts'

/** A promotion's picture, or its video without sound. Fills its container. */
export function PromotionMedia({
  promotion: { picture, video, altText },
  sizes,
  hasControls = false,
  fit = 'object-cover',
}: {
  promotion: Pick<PromotionData, 'picture' | 'video' | 'altText'>
  sizes: string
  hasControls?: boolean
  fit?: 'object-cover' | 'object-contain'
}) {
  if (picture) return <Picture picture={picture} alt={altText} sizes={sizes} className={`h-full w-full ${fit}`} />
  if (video?.src)
    return (
      <video
        aria-label={altText}
        src={`${video.src}#t=0.1`}
        muted
        playsInline
        preload="metadata"
        controls={hasControls}
        className={`h-full w-full ${fit}`}
      />
    )
  return <div className="grid h-full place-items-center p-2 text-center text-xs text-muted">No preview</div>
}
