import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { ImportForm } from './import-form.tsx'

type Result = RouterOutputs['wishlist']['import']

/** The import form and the result of the last import. */
export function WishlistImportPage({ result }: { result: Result | null }) {
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto max-w-3xl">
        <h1 className="mt-[clamp(2.5rem,6vw,5rem)] text-(length:--text-title) leading-none tracking-[-0.02em]">
          Import a wishlist
        </h1>
        {result ? (
          <Outcome result={result} />
        ) : (
          <p className="mt-4 max-w-xl text-pretty text-muted">
            Import a wishlist that you exported from this or another account. Items already on your list stay as they
            are. A JSON file also includes your notes, sizes, target prices and priorities.
          </p>
        )}
        <div className="mt-10">
          {result && <h2 className="mb-4 text-2xl leading-tight">Import another file</h2>}
          <ImportForm />
        </div>
        {!result && (
          <div className="mt-10">
            <BackLink fallback={paths.wishlist()} />
          </div>
        )}
      </div>
    </main>
  )
}

function Outcome({ result: { message, added, there, notFound, leftOut, unreadable, isCut } }: { result: Result }) {
  const facts = [
    ['Added', added],
    ['Already on your list', there],
    ['Not found', notFound],
    ['Over the limit', leftOut],
    ['Could not be read', unreadable.length],
  ] as const
  return (
    <section role="status" className="mt-8">
      <p className="text-xl">{message}</p>
      <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-6 border-y border-line py-6">
        {facts
          .filter(([, count], index) => index === 0 || count > 0)
          .map(([name, count]) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 text-sm text-muted">{name}</dt>
              <dd className="font-display text-4xl leading-none tabular-nums">{formatCount(count)}</dd>
            </div>
          ))}
      </dl>
      {unreadable.length > 0 && (
        <ul className="mt-5 grid gap-1 text-sm text-muted">
          {unreadable.map(({ place, reason }) => (
            <li key={place}>
              {place}: {reason}
            </li>
          ))}
        </ul>
      )}
      {isCut && (
        <p className="notice text-sm">
          We did not read the rest of the file. It has more items than a wishlist can hold, or too many items could not
          be read.
        </p>
      )}
      <p className="mt-8">
        <Link to={paths.wishlist()} className="button button-accent">
          View Wishlist
        </Link>
      </p>
    </section>
  )
}
