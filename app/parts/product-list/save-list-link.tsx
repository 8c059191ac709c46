import { useLocation } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { hrefOf, withoutFragment, type ListAddress } from '#app/lib/list-address.ts'
import { listParams, newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'

/** Where the list can be saved, so that what comes into it is told. A page for everybody: who asks is found out there. */
export function SaveListLink({ result, address }: { result: SearchResult; address: ListAddress }) {
  const location = useLocation()
  const { path } = withoutFragment(address)
  // What was left out because nothing met all of it is what its owner waits for.
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
      // One's size is in no address: what comes in is told in every size.
      to={newInPaths.save(hrefOf(path === paths.inMySize() ? paths.discover() : path, asked))}
      className="link order-3 inline-flex min-h-11 max-w-full min-w-11 items-center text-sm wrap-anywhere"
    >
      {followed === null ? 'Save' : 'Follow'}
      <span className="max-sm:sr-only">&nbsp;{followed ?? 'search'}</span>
    </Link>
  )
}
