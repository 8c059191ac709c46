import { useEffect, useRef, useState } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { PictureData } from '#app/lib/api-types.ts'

interface ProductThumbProps {
  picture: PictureData | null
  className: string
  sizes: string
}

/** A product's picture in the dashboard. If it fails, it is requested once more, then replaced by a text. */
export function ProductThumb({ picture, className, sizes }: ProductThumbProps) {
  const [failures, setFailures] = useState(0)
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The picture may have failed before hydration.
    const image = box.current?.querySelector('img')
    if (image?.complete && image.currentSrc && image.naturalWidth === 0) setFailures((count) => Math.max(count, 1))
  }, [])
  if (!picture || failures > 1)
    return (
      <span
        className={`grid place-items-center bg-raised p-0.5 text-center text-[0.625rem] leading-tight text-muted ${className}`}
      >
        {picture ? 'Image not available' : 'No picture'}
      </span>
    )
  return (
    <span
      ref={box}
      className={`block overflow-hidden ${className}`}
      onErrorCapture={() => setFailures((count) => count + 1)}
    >
      <Picture
        // Remounts the picture to request it again.
        key={failures}
        picture={picture}
        sizes={sizes}
        maxWidth={480}
        alt=""
        className="size-full object-contain"
      />
    </span>
  )
}
