import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { ImportForm } from './import-form.tsx'

type Result = RouterOutputs['wishlist']['import']

/** Takes a file, and says what became of one. */
export function ImportPage({ result }: { result: Result | null }) {
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
            Bring back what you took with you, also to another account. What is on your list already stays as it is; a
            JSON file also brings notes, sizes, target prices and how much you want each thing.
          </p>
        )}
        <div className="mt-10">
          {result && <h2 className="mb-4 text-2xl leading-tight">Another file</h2>}
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

function Outcome({ result: { message, added, there, notFound, leftOut, unread, isCut } }: { result: Result }) {
  const facts = [
    ['Added', added],
    ['There already', there],
    ['Not found here', notFound],
    ['No room for', leftOut],
    ['Could not be read', unread.length],
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
      {unread.length > 0 && (
        <ul className="mt-5 grid gap-1 text-sm text-muted">
          {unread.map(({ place, reason }) => (
            <li key={place}>
              {place}: {reason}
            </li>
          ))}
        </ul>
      )}
      {isCut && (
        <p className="notice text-sm">
          The file goes on after that, but was not read to its end: it is longer than a wishlist can be, or too much of
          it could not be read.
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
