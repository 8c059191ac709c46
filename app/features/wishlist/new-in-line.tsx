import { Link } from '#app/components/link.tsx'
import { formatCount } from '#app/lib/format.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'

/** A link to saved searches and followed brands. Their news also counts in the wishlist's badge. */
export function NewInLine({ news }: { news: number }) {
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-3">
      <Link to={newInPaths.newIn()} className="link inline-flex min-h-11 items-center">
        Saved searches and followed brands
      </Link>
      {news > 0 && (
        <span className="rounded-full bg-accent px-2.5 py-0.5 text-sm font-semibold text-on-accent tabular-nums">
          {formatCount(news)} new
        </span>
      )}
    </p>
  )
}
