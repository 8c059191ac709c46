import { Link } from '#app/components/link.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { hrefOf, listHref, type ListAddress } from '#app/lib/list-address.ts'
import { saveSearchMode, writeSearchMode, writePlain } from '#app/lib/search-mode.ts'
import { useSession } from '#app/parts/session/use-session.ts'

/** Offers to parse text typed in Normal mode as a sentence, or tells that it was parsed, and stores the choice. */
export function SentenceLine({ result, address }: { result: SearchResult; address: ListAddress }) {
  const isSignedIn = useSession() !== null
  const { sentence, filters } = result
  if (!sentence?.conditions.length) return null
  if (sentence.isRead)
    return (
      <p className="mt-4 text-sm text-muted">
        We turned this into filters.{' '}
        <Link
          to={hrefOf(address.path, new URLSearchParams({ q: filters.q, plain: 'true' }))}
          preventScrollReset
          onClick={() => writePlain(true)}
          className="link inline-flex min-h-11 items-center"
        >
          Search the exact words
        </Link>
      </p>
    )
  const remember = () => {
    writePlain(false)
    writeSearchMode('intelligent')
    if (isSignedIn) void saveSearchMode('intelligent')
  }
  return (
    <p className="mt-4 flex flex-wrap items-center gap-2 text-sm">
      <Link
        to={listHref(address, { mode: 'intelligent', plain: undefined })}
        preventScrollReset
        onClick={remember}
        className="link mr-1 inline-flex min-h-11 items-center"
      >
        Turn this into filters
      </Link>
      {sentence.conditions.map(({ param, value, label }) => (
        <span key={`${param} ${value}`} className="rounded-full border border-dashed border-line px-3 py-1 text-muted">
          {label}
        </span>
      ))}
    </p>
  )
}
