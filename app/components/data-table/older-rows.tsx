import { Link } from '#app/components/link.tsx'

interface OlderRowsProps {
  /** The link to the first page; null on the first page. */
  newestHref: string | null
  /** The link to the next page; null on the last page. */
  olderHref: string | null
}

/** Pagination for a table with cursor-based pages, which does not count its rows. */
export function OlderRows({ newestHref, olderHref }: OlderRowsProps) {
  if (newestHref === null && olderHref === null) return null
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-center gap-3">
      {newestHref !== null && (
        <Link to={newestHref} className="button button-quiet">
          Newest
        </Link>
      )}
      {olderHref !== null && (
        <Link to={olderHref} rel="next" className="button button-quiet">
          Older
        </Link>
      )}
    </nav>
  )
}
