import { Link } from '#app/components/link.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { MAX_TEXT } from '#server/admin/search-values.schema.ts'
import { byKind, hitHref, nothingFound, type Found } from './hits.ts'

/** The admin search as a page, with 20 results per kind. */
export function AdminSearchPage({ q, found }: { q: string; found: Found | null }) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Search"
        hint="Find partners, accounts, products, sales, clicks, invoices, tickets, emails and invitations by name, email address or ID."
      />
      <form role="search" action={adminPaths.adminSearch()} className="mt-8 flex max-w-2xl gap-2">
        <input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={MAX_TEXT}
          aria-label="Search everything"
          className="field w-full"
        />
        <button type="submit" className="button button-quiet">
          Search
        </button>
      </form>
      {found && found.hits.length === 0 && (
        <EmptyState drawing="no-results" title="Nothing found">
          {nothingFound(q, found)} You can search for products by the start of their name, SKU or GTIN, and for emails
          by the start of the email address.
        </EmptyState>
      )}
      {found && found.hits.length > 0 && (
        <div className="mt-8 grid gap-x-14 gap-y-10 xl:grid-cols-2">
          {byKind(found).map(({ kind, name, hits, hasMore }) => (
            <section key={kind} aria-labelledby={`found-${kind}`} className="min-w-0">
              <h2 id={`found-${kind}`} className="text-xl">
                {name}
              </h2>
              <ul className="mt-3 border-t border-line text-sm">
                {hits.map((hit) => (
                  <li key={hit.id} className="border-b border-line">
                    <Link
                      to={hitHref(hit)}
                      prefetch="intent"
                      className="block py-2.5 wrap-anywhere hover:bg-surface [&:hover>span:first-child]:underline"
                    >
                      <span className="font-medium">{hit.title}</span>
                      <span className="block text-muted">{hit.text}</span>
                    </Link>
                  </li>
                ))}
              </ul>
              {hasMore && <p className="mt-2 text-sm text-muted">There are more results. Refine your search.</p>}
            </section>
          ))}
        </div>
      )}
    </>
  )
}
