import { QueuePage, type QueueState } from '#app/components/data-table/queue-page.tsx'
import { Link } from '#app/components/link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { Price } from '#app/components/price.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import type { ProductQueueQuery } from '#server/moderation/product-flags.schema.ts'
import { FLAG_NAMES } from '#server/moderation/moderation-values.schema.ts'
import { AtOnce, WithReason } from './queue-parts.tsx'

type Queue = RouterOutputs['admin']['moderation']['products']
type Product = Queue['products'][number]

const STATES: Record<ProductQueueQuery['state'], QueueState> = {
  waiting: {
    name: 'Waiting',
    empty: {
      title: 'No flags',
      text: 'Products reported by shoppers or by the nightly checks appear here.',
    },
  },
  taken_down: {
    name: 'Taken down',
    empty: { title: 'Nothing taken down', text: 'Products that you take down appear here.' },
  },
}

/** Reported products, each as shoppers see it next to its reports. The one that has waited longest comes first. */
export function FlaggedProductsPage({
  queue: { products, counts, page, totalPages },
  query: { state },
  problem,
}: {
  queue: Queue
  query: ProductQueueQuery
  problem: string | undefined
}) {
  return (
    <QueuePage
      area="Moderation"
      title="Flagged products"
      hint="Products reported by shoppers or by automatic checks. They stay listed until you take them down. After that, only an administrator can list them again."
      states={STATES}
      state={state}
      counts={counts}
      page={page}
      totalPages={totalPages}
      hrefFor={(of, number) => adminPaths.adminProducts({ state: of, page: number })}
      problem={problem}
    >
      {products.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {products.map((product) => (
            <Queued key={`${product.id} ${product.revision}`} product={product} state={state} />
          ))}
        </ul>
      ) : null}
    </QueuePage>
  )
}

function Queued({ product, state }: { product: Product; state: ProductQueueQuery['state'] }) {
  const { partner, takenDownAt, takenDownReason } = product
  return (
    <li className="grid gap-x-10 gap-y-6 border-b border-line py-7 text-sm lg:grid-cols-2">
      <section aria-label={`${product.name} as shoppers see it`} className="min-w-0">
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
        <Pictures product={product} />
        <div className="mt-3 flex flex-wrap items-baseline gap-x-4">
          <Price {...product} />
          <span className="text-muted wrap-anywhere">
            {product.brand.name}
            {product.category && `, ${product.category.name}`}
          </span>
        </div>
        <p className="mt-2 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere">{product.description}</p>
        {product.productUrl && <p className="mt-2 text-muted wrap-anywhere">Sold at {product.productUrl}</p>}
      </section>
      <div className="min-w-0">
        {takenDownAt && (
          <div className="mb-4 border-l-2 border-sale pl-4">
            <p>
              Taken down <ExactTime date={takenDownAt} /> UTC
            </p>
            <p className="mt-1 whitespace-pre-line text-muted wrap-anywhere">{takenDownReason}</p>
          </div>
        )}
        {product.flags.length > 0 && <Reports flags={product.flags} />}
        <Versions versions={product.versions} />
        <Judge product={product} state={state} />
      </div>
    </li>
  )
}

function Pictures({ product: { name, pictures } }: { product: Product }) {
  if (!pictures.length)
    return <PicturePlaceholder name={name} className="mt-3 aspect-4/5 w-28 rounded-sm [&_span]:text-2xl" />
  return (
    <ul className="mt-3 flex flex-wrap gap-2" aria-label={`Pictures of ${name}`}>
      {pictures.map((picture) => (
        <li key={picture.name}>
          <a href={paths.image(picture.name, 960, 'jpg')} target="_blank" rel="noopener" className="block">
            <Picture
              picture={picture}
              alt={`${picture.alt || name}, opens in a new tab`}
              sizes="7rem"
              maxWidth={320}
              className="aspect-4/5 w-28 rounded-sm object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Reports({ flags }: { flags: Product['flags'] }) {
  return (
    <ul aria-label="Reports" className="space-y-3">
      {flags.map(({ id, kind, words, raisedAt, isSignedIn }) => (
        <li key={id} className="border-l-2 border-accent pl-4">
          <p>
            {FLAG_NAMES[kind]}
            <span className="text-muted">
              , <ExactTime date={raisedAt} /> UTC{isSignedIn && ', by a signed-in user'}
            </span>
          </p>
          {words && <p className="mt-1 whitespace-pre-line wrap-anywhere">{words}</p>}
        </li>
      ))}
    </ul>
  )
}

/** The partner's latest changes, to reveal an image or a price that was changed after the report. */
function Versions({ versions }: { versions: Product['versions'] }) {
  if (!versions.length) return null
  return (
    <details className="ask mt-3">
      <summary className="link inline-flex min-h-11 items-center">Last change</summary>
      <ul className="space-y-3 pt-1">
        {versions.map(({ id, createdAt, by, type, changes }) => (
          <li key={id}>
            <p className="text-muted wrap-anywhere">
              <ExactTime date={createdAt} /> UTC, {by}: {type}
            </p>
            {changes.map(({ field, variant, before, after }) => (
              <p key={`${field} ${variant ?? ''}`} className="wrap-anywhere">
                {field}
                {variant && ` of ${variant}`}: <del className="text-muted">{before ?? 'none'}</del>{' '}
                <ins className="no-underline">{after ?? 'none'}</ins>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Judge({ product, state }: { product: Product; state: string }) {
  const { id, revision, flags, takenDownAt } = product
  const seenTo = flags.at(-1)?.raisedAt.toISOString() ?? ''
  const hidden = (to: string) => ({ to, productId: id, revision, seenTo, state })
  return (
    <div className="mt-5">
      {takenDownAt ? (
        <AtOnce name={`restored ${id}`} hidden={hidden('restored')} look="quiet">
          List again
        </AtOnce>
      ) : (
        <>
          <AtOnce name={`kept ${id}`} hidden={hidden('kept')}>
            Keep listed
          </AtOnce>
          <WithReason
            name={`taken_down ${id}`}
            hidden={hidden('taken_down')}
            summary="Take down"
            label="Reason, shown to the partner"
          >
            Take down this product
          </WithReason>
        </>
      )}
    </div>
  )
}
