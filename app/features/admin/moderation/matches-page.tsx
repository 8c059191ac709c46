import { QueuePage, type QueueState } from '#app/components/data-table/queue-page.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Link } from '#app/components/link.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { Price } from '#app/components/price.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import type { MatchQueueQuery } from '#server/offers/offers.schema.ts'
import { AtOnce } from './queue-parts.tsx'

type Queue = RouterOutputs['admin']['moderation']['matches']
type Match = Queue['matches'][number]

const STATES: Record<MatchQueueQuery['state'], QueueState> = {
  waiting: {
    name: 'Waiting',
    empty: { title: 'No reports', text: 'Matches that shoppers report as wrong appear here.' },
  },
  separated: {
    name: 'Separated',
    empty: { title: 'No separated items', text: 'Items that you separate appear here.' },
  },
}
const WAYS = { gtin: 'GTIN', style: 'brand and style number', look: 'brand, name and appearance' }

/** Matched products that shoppers reported as different, side by side, longest waiting first. */
export function MatchesPage({
  queue: { matches, counts, page, totalPages },
  query: { state },
  problem,
}: {
  queue: Queue
  query: MatchQueueQuery
  problem: string | undefined
}) {
  return (
    <QueuePage
      area="Moderation"
      title="Wrong matches"
      hint="Items from different stores that we show as one product. Once separated, items are never matched again unless you join them."
      states={STATES}
      state={state}
      counts={counts}
      page={page}
      totalPages={totalPages}
      hrefFor={(of, number) => offerPaths.adminMatches({ state: of, page: number })}
      problem={problem}
    >
      {matches.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {matches.map((match) => (
            <Queued key={`${match.product.id} ${match.other.id}`} match={match} state={state} />
          ))}
        </ul>
      ) : null}
    </QueuePage>
  )
}

function Queued({
  match: { product, other, match, reports, seenTo, separatedAt },
  state,
}: {
  match: Match
  state: string
}) {
  const pair = { productId: product.id, otherId: other.id, state }
  const name = `${product.id} ${other.id}`
  return (
    <li className="grid gap-x-10 gap-y-6 border-b border-line py-7 text-sm lg:grid-cols-3">
      <Piece product={product} />
      <Piece product={other} />
      <div className="min-w-0">
        <p className="text-muted">
          {match ? (
            <>
              Matched by {[WAYS[match.way], match.evidence].filter(Boolean).join(' ')} on{' '}
              <ExactTime date={match.matchedAt} /> UTC
            </>
          ) : (
            'No longer matched'
          )}
        </p>
        {separatedAt && (
          <p className="mt-2">
            Separated <ExactTime date={separatedAt} /> UTC
          </p>
        )}
        {reports.length > 0 && (
          <ul aria-label="Reports" className="mt-3 space-y-3">
            {reports.map(({ id, words, raisedAt, isSignedIn }) => (
              <li key={id} className="border-l-2 border-accent pl-4">
                <p className="text-muted">
                  <ExactTime date={raisedAt} /> UTC{isSignedIn && ', by a signed-in user'}
                </p>
                {words && <p className="mt-1 whitespace-pre-line wrap-anywhere">{words}</p>}
              </li>
            ))}
          </ul>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {separatedAt ? (
            <AtOnce name={`joined ${name}`} hidden={{ to: 'joined', ...pair }} look="quiet">
              Join again
            </AtOnce>
          ) : (
            <>
              <AtOnce name={`separated ${name}`} hidden={{ to: 'separated', ...pair }}>
                Separate
              </AtOnce>
              <AtOnce
                name={`kept ${name}`}
                hidden={{ to: 'kept', seenTo: seenTo?.toISOString() ?? '', ...pair }}
                look="quiet"
              >
                Keep matched
              </AtOnce>
            </>
          )}
        </div>
      </div>
    </li>
  )
}

function Piece({ product }: { product: Match['product'] }) {
  const { partner, picture, numbers } = product
  return (
    <section aria-label={`${product.name} from ${partner.businessName}`} className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
        {product.isListed ? (
          <Link to={paths.product(product.id)} className="link text-text wrap-anywhere">
            {product.name}
          </Link>
        ) : (
          <span className="wrap-anywhere">
            <span className="text-text">{product.name}</span>, not listed
          </span>
        )}
        <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
          {partner.businessName}
        </Link>
      </p>
      {picture ? (
        <Picture
          picture={picture}
          sizes="9rem"
          maxWidth={320}
          className="mt-3 aspect-4/5 w-36 rounded-sm object-cover"
        />
      ) : (
        <PicturePlaceholder name={product.name} className="mt-3 aspect-4/5 w-36 rounded-sm [&_span]:text-2xl" />
      )}
      <div className="mt-3 flex flex-wrap items-baseline gap-x-4">
        <Price {...product} />
        <span className="text-muted wrap-anywhere">{product.brand.name}</span>
      </div>
      <ul className="mt-2 text-muted">
        {numbers.map(({ sku, gtin }, at) => (
          <li key={at} className="wrap-anywhere">
            SKU {sku ?? 'none'}, GTIN {gtin ?? 'none'}
          </li>
        ))}
      </ul>
    </section>
  )
}
