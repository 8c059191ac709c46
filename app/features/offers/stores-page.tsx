import { returnsWords } from '#app/parts/partners/returns-words.ts'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ReactNode } from 'react'
import { Link } from '#app/components/link.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { Price } from '#app/components/price.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { offerPaths } from '#app/lib/offer-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { stockWords, wayWords, type Offer } from './offer-words.ts'

/** Longer terms may not fit in four lines, and link to the product page, which has the full text. */
const LONG_TERM = 160

/** An item at all stores that sell it, the cheapest first. */
export function StoresPage({ item, productId }: { item: RouterOutputs['offers']['list']; productId: string }) {
  const { name, brand, offers } = item
  const stores = new Set(offers.map(({ partner }) => partner.id)).size
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto mt-[clamp(1.5rem,4vw,4rem)] max-w-4xl">
        <p className="text-sm text-muted">
          <Link to={paths.product(productId)} className="link inline-flex min-h-11 items-center wrap-anywhere">
            Back to {name}
          </Link>
        </p>
        <h1 className="mt-1 text-(length:--text-section) leading-[1.02] tracking-tight wrap-anywhere">
          {name} at {stores} stores
        </h1>
        <p className="mt-4 max-w-[62ch] text-sm text-muted">
          {brand}. Cheapest first at today's exchange rates, then by store name. Sold-out offers come last, and no store
          can pay for its place. Prices exclude delivery. If prices differ by size or colour, we show the lowest
          available.
        </p>
        <ol className="mt-8 border-t border-line">
          {offers.map((offer) => (
            <OfferRow key={offer.productId} offer={offer} productId={productId} position={offers.indexOf(offer) + 1} />
          ))}
        </ol>
        <p className="mt-6 max-w-[62ch] text-xs text-muted">
          We may earn commission when you buy from a store. Our software finds matches from the stores’ product data.
        </p>
      </div>
    </main>
  )
}

function OfferRow({ offer, productId, position }: { offer: Offer; productId: string; position: number }) {
  const { partner, picture, match } = offer
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 border-b border-line py-6 sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:gap-x-8">
      <div className="aspect-4/5 self-start overflow-hidden rounded-sm bg-surface sm:row-span-2">
        {picture ? (
          <Picture picture={picture} sizes="7rem" maxWidth={320} className="size-full object-cover" />
        ) : (
          <PicturePlaceholder name={offer.name} className="size-full [&_span]:text-xl" />
        )}
      </div>
      <div className="min-w-0">
        <h2 className="font-display text-xl leading-tight wrap-anywhere">
          <Link to={paths.brand(partner.id)} className="link inline-flex min-h-11 items-center">
            {partner.businessName}
          </Link>
        </h2>
        <Price {...offer} showsAbout className="text-lg" />
        <p className="text-sm text-muted wrap-anywhere">
          <Link
            to={paths.product(offer.productId)}
            aria-label={`${offer.name} from ${partner.businessName}`}
            className="link inline-flex min-h-11 items-center"
          >
            {offer.name}
          </Link>
        </p>
      </div>
      <div className="col-span-2 sm:col-span-1 sm:col-start-3 sm:row-start-1">
        {partner.canBeVisited ? (
          <a
            href={paths.go(offer.productId, { surface: 'stores', position })}
            target="_blank"
            rel="sponsored noopener"
            aria-label={`Go to store ${partner.businessName}, opens in a new tab`}
            className="button button-accent min-h-12 w-full px-6 sm:w-auto"
          >
            Go to store <ArrowUpRight aria-hidden size={18} className="shrink-0" />
          </a>
        ) : (
          <p className="max-w-48 text-xs text-muted">We cannot link to this store’s page yet.</p>
        )}
      </div>
      <dl className="col-span-2 grid gap-y-2 text-sm sm:col-start-2 sm:row-start-2">
        <Fact name="Stock">{stockWords(offer)}</Fact>
        <Fact name="Delivery">
          <Term text={partner.shippingPolicy} offer={offer} about="Delivery" />
        </Fact>
        <Fact name="Returns">
          <Term text={returnsWords(partner)} offer={offer} about="Returns" />
        </Fact>
        <Fact name="Confirmed">
          {offer.confirmedAt
            ? `By the store on ${formatDate(offer.confirmedAt)}`
            : `Not confirmed by the store. Last changed on ${formatDate(offer.updatedAt)}`}
        </Fact>
        <Fact name="Match">
          {match ? (
            <>
              <span className="wrap-anywhere">{wayWords(match)}</span>{' '}
              <Link
                to={offerPaths.report(productId, offer.productId)}
                rel="nofollow"
                aria-label={`Report a wrong match: ${partner.businessName}`}
                className="link inline-flex min-h-11 items-center text-muted"
              >
                Not the same?
              </Link>
            </>
          ) : (
            'The product you viewed'
          )}
        </Fact>
      </dl>
    </li>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

/** The start of a store's terms. */
function Term({ text, offer, about }: { text: string | null; offer: Offer; about: string }) {
  if (!text) return <span className="text-muted">Not stated by the store</span>
  return (
    <>
      <span className="line-clamp-4">{text}</span>
      {text.length > LONG_TERM && (
        <Link
          to={`${paths.product(offer.productId)}?tab=shipping#about`}
          aria-label={`${about} terms in full: ${offer.partner.businessName}`}
          className="link inline-flex min-h-11 items-center text-muted"
        >
          {about} terms in full
        </Link>
      )}
    </>
  )
}
