import { Outlet, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { ProductGridSkeleton } from '#app/parts/product-list/product-card.tsx'
import { frameOf } from '#server/site/addresses.values.ts'

/** Faster responses show no skeleton. */
const PATIENCE_MS = 180

/**
 * The page, or the skeleton of the next page if that loads slowly. A page with a different layout has no skeleton.
 * Until it has loaded, the current page stays with its sidebar and typed text.
 */
export function PendingPage() {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const next =
    navigation.state === 'loading' && navigation.location.pathname !== pathname ? navigation.location.pathname : null
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => setSlow(next), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [next])
  return (
    <>
      <div
        role="progressbar"
        aria-label="Loading"
        aria-hidden={navigation.state === 'idle'}
        className={`fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition-transform duration-500 ${navigation.state === 'idle' ? 'scale-x-0' : 'scale-x-75'}`}
      />
      {slow && slow === next && !frameOf(slow).isBare ? <Skeleton path={slow} /> : <Outlet />}
    </>
  )
}

function Skeleton({ path }: { path: string }) {
  const { skeleton } = frameOf(path)
  if (skeleton === 'product') {
    return (
      <div className="page grid animate-appear gap-10 py-10 md:grid-cols-2" aria-busy>
        <div className="skeleton aspect-[4/5]" />
        <div className="space-y-4 pt-10">
          <div className="skeleton h-4 w-1/4 rounded" />
          <div className="skeleton h-12 w-4/5 rounded" />
          <div className="skeleton h-8 w-1/3 rounded" />
          <div className="skeleton h-40 rounded" />
        </div>
      </div>
    )
  }
  return (
    <div className="page animate-appear py-10" aria-busy>
      <div className={`skeleton mb-10 rounded ${skeleton === 'hero' ? 'h-[50vh]' : 'h-14 w-1/2'}`} />
      <ProductGridSkeleton />
    </div>
  )
}
