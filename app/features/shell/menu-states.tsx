import { Link } from '#app/components/link.tsx'
import { paths } from '#app/lib/paths.ts'

const ROWS = 12

/** The placeholder while the categories load. */
export function PanelSkeleton() {
  return (
    <div className="category-panel" role="progressbar" aria-label="Loading categories">
      <ListSkeleton />
      <div className="category-side">
        <div className="skeleton h-full min-h-64 rounded-sm" />
      </div>
    </div>
  )
}

export function ListSkeleton() {
  return (
    <div className="space-y-3 py-2">
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className="skeleton h-7 rounded" style={{ width: `${55 + ((index * 37) % 40)}%` }} />
      ))}
    </div>
  )
}

/** Shown if the categories could not be loaded, with a retry button. All pages can be reached without the menu. */
export function MenuFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="py-10">
      <p className="font-display text-3xl">Categories did not load</p>
      <p className="mt-2 text-muted">Check your connection, or browse all products.</p>
      <div className="mt-6 flex flex-wrap items-center gap-6">
        <button type="button" onClick={onRetry} className="button button-accent">
          Try again
        </button>
        <Link to={paths.allProducts()} className="link inline-flex min-h-11 items-center">
          Shop All Products
        </Link>
      </div>
    </div>
  )
}
