import { Link } from '#app/components/link.tsx'

interface OlderRowsProps {
  /** The first page, when another one is shown. */
  newestHref: string | null
  /** The next page, when there is one. */
  olderHref: string | null
}

/** Leads through the pages of a table that begins each page after a row and does not count its rows. */
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
