import { useLocation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { hrefOf, withoutFragment, type ListAddress } from '#app/lib/list-address.ts'
import { listParams, newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'

/**
 * A link to save the list and get updates about it. This page is the same for everyone; the next one checks the
 * session.
 */
export function SaveListLink({ result, address }: { result: SearchResult; address: ListAddress }) {
  const location = useLocation()
  const { path } = withoutFragment(address)
  // Includes the dropped conditions: the user waits for products that meet all of them.
  const asked = listParams(result.relaxed.length ? location.search : address.search)
  const [condition, ...others] = result.conditions
  const isPlain = !result.filters.q && !others.length && !result.relaxed.length
  const followed =
    isPlain && condition?.param === 'brands'
      ? condition.label
      : isPlain && !condition && path !== paths.discover() && path !== paths.inMySize()
        ? 'this store'
        : null
  return (
    <Link
      rel="nofollow"
      discover="none"
      // Your size is never in a URL, so updates include every size.
      to={newInPaths.save(hrefOf(path === paths.inMySize() ? paths.discover() : path, asked))}
      className="link order-3 inline-flex min-h-11 max-w-full min-w-11 items-center text-sm wrap-anywhere"
    >
      {followed === null ? 'Save' : 'Follow'}
      <span className="max-sm:sr-only">&nbsp;{followed ?? 'search'}</span>
    </Link>
  )
}
