import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { optionalPart } from '#app/lib/use-part.ts'
import { hasTaste } from '#app/parts/taste/taste-key.ts'

const ForYouRow = lazy(() => optionalPart(() => import('./for-you-row.tsx')))

/**
 * The device's recommendations, if it has any; new visitors load none of this code. It is below the first screen, to
 * avoid layout shifts.
 */
export function LazyForYouRow() {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => startTransition(() => setKnown(hasTaste())), [])
  return (
    isKnown && (
      <Suspense fallback={null}>
        <ForYouRow />
      </Suspense>
    )
  )
}
