import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import type { SearchResult } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

/** Suggestions for a search without results: corrections, filters to remove, similar brands and popular searches. */
export function InsteadOffers({
  instead: { without, spelling, brandNamed, brands, searches },
}: {
  instead: NonNullable<SearchResult['instead']>
}) {
  return (
    <div className="mx-auto grid max-w-xl gap-8 pb-16 text-center">
      {spelling !== null && (
        <p>
          Did you mean{' '}
          <Link to={paths.discover({ q: spelling })} className="link">
            &ldquo;{spelling}&rdquo;
          </Link>
          ?
        </p>
      )}
      {without.length > 0 && (
        <Offers title="Try removing one filter">
          {without.map(({ label, total, search }) => (
            <Offer
              key={label}
              to={`${paths.discover()}?${search}`}
              name={`Without “${label}” (${formatCount(total)})`}
            />
          ))}
        </Offers>
      )}
      {brandNamed !== null && brands.length > 0 && (
        <Offers title="We don’t list this brand. Similar brands:">
          {brands.map(({ slug, name }) => (
            <Offer key={slug} to={paths.discover({ brand: slug })} name={name} />
          ))}
        </Offers>
      )}
      {searches.length > 0 && (
        <Offers title="Popular searches">
          {searches.map((query) => (
            <Offer key={query} to={paths.discover({ q: query })} name={query} />
          ))}
        </Offers>
      )}
    </div>
  )
}

function Offers({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-xl">{title}</h3>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">{children}</ul>
    </section>
  )
}

function Offer({ to, name }: { to: string; name: string }) {
  return (
    <li>
      <Link to={to} className="chip">
        {name}
      </Link>
    </li>
  )
}
