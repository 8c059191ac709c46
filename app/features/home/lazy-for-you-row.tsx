import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { optionalPart } from '#app/lib/use-part.ts'
import { hasTaste } from '#app/parts/taste/taste-key.ts'

const ForYouRow = lazy(() => optionalPart(() => import('./for-you-row.tsx')))

/** What this device chooses, where it knows something: whoever is new loads nothing of it. Below the first screen, so that nothing in sight moves. */
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
