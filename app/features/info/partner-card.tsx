import { useLocation, useRevalidator } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Heart from 'lucide-react/icons/heart'
import type { FormEvent } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { favouritePartners } from '#app/parts/partners/favourite-partners.ts'
import { formatCount, formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { authRequest } from '#app/parts/session/auth-request.ts'
import { endedSession, useSession } from '#app/parts/session/use-session.ts'
import { returnPath } from '#app/lib/return-path.ts'

type ListedPartner = RouterOutputs['stores']['list']['stores'][number]

/** A store with its figures. The first featured store is the cover, across the full page width. */
export function PartnerCard({ partner, isCover = false }: { partner: ListedPartner; isCover?: boolean }) {
  const { id, businessName, ethos, since, logo, hero, products, onSale, newArrivals, rating, reviews, favourites } =
    partner
  const figures = [
    ['Products', formatCount(products)],
    ['On sale', formatCount(onSale)],
    ['New in 30 days', formatCount(newArrivals)],
  ] as const
  return (
    <article
      className={`flex min-w-0 flex-col ${isCover ? 'lg:grid lg:grid-cols-[8fr_4fr] lg:items-end lg:gap-[clamp(2rem,4vw,4.5rem)]' : ''}`}
    >
      <div className="relative grid aspect-[16/10] place-items-center overflow-hidden rounded-xs bg-surface">
        {hero ? (
          <Picture
            picture={hero}
            alt=""
            isPriority={isCover}
            sizes={
              isCover ? '(min-width: 64rem) 66vw, 100vw' : '(min-width: 80rem) 32vw, (min-width: 48rem) 48vw, 100vw'
            }
            maxWidth={isCover ? 1600 : 960}
            className="absolute inset-0 h-full w-full object-cover object-[78%_45%]"
          />
        ) : (
          <span aria-hidden className="font-display text-[8rem] leading-none text-line italic">
            {[...businessName][0]?.toUpperCase()}
          </span>
        )}
        <div className="absolute top-3 right-3">
          <FavouriteButton partner={partner} />
        </div>
      </div>
      <div className="relative flex flex-1 flex-col">
        {logo && (
          <Picture
            picture={logo}
            alt=""
            sizes="4rem"
            maxWidth={160}
            className={`size-16 rounded-full border-3 border-ink object-cover ${isCover ? 'max-lg:-mt-8 max-lg:ml-4' : '-mt-8 ml-4'}`}
          />
        )}
        <div className="grow">
          <h3
            className={`mt-[0.9rem] text-[clamp(1.75rem,2.4vw,2.25rem)] leading-none tracking-[-0.01em] wrap-anywhere ${isCover ? 'lg:mt-6 lg:text-[clamp(2.5rem,4.4vw,4.25rem)]' : ''}`}
          >
            {businessName}
          </h3>
          {ethos && (
            <p
              className={`mt-2 ${isCover ? 'max-w-[36ch] font-display text-xl text-text/90 italic' : 'line-clamp-2 text-muted'}`}
            >
              {ethos}
            </p>
          )}
        </div>
        <dl className="mt-6 grid grid-cols-3 gap-x-4 border-t border-line pt-4">
          {figures.map(([label, count]) => (
            <div key={label} className="flex flex-col-reverse justify-end">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="font-display text-3xl leading-none tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-sm text-muted">
          {rating === null ? (
            'No reviews yet'
          ) : (
            <>
              {rating.toFixed(1)} out of 5 from {formatCount(reviews)} {reviews === 1 ? 'review' : 'reviews'}
            </>
          )}
          <span aria-hidden> · </span>
          <span className="sr-only">, </span>on WTF since {formatDate(since)}
          {favourites > 0 && (
            <>
              <span aria-hidden> · </span>
              <span className="sr-only">, </span>
              {formatCount(favourites)} {favourites === 1 ? 'favourite' : 'favourites'}
            </>
          )}
        </p>
        <div className="mt-5">
          <Link
            to={paths.brand(id)}
            prefetch="intent"
            aria-label={`Visit Store: ${businessName}`}
            className={`button ${isCover ? 'button-accent' : 'button-quiet'}`}
          >
            Visit Store <ArrowRight aria-hidden size={17} />
          </Link>
        </div>
      </div>
    </article>
  )
}

/** Toggles a favourite store at once. Without JavaScript, submits its own form. */
function FavouriteButton({ partner: { id, businessName, isFavourite } }: { partner: ListedPartner }) {
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const session = useSession()
  const isKept = favouritePartners.pressed.use().get(id) ?? isFavourite
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!session) return authRequest.set({ mode: 'sign-in' })
    void favouritePartners.set(id, !isKept).then((isSignedIn) => {
      if (isSignedIn) return
      endedSession.set(session)
      authRequest.set({ mode: 'sign-in' })
      revalidate()
    })
  }
  return (
    <form method="post" action={returnPath({ pathname, search })} onSubmit={onSubmit}>
      <input type="hidden" name="partnerId" value={id} />
      <input type="hidden" name="act" value={isKept ? 'unfavourite' : 'favourite'} />
      <button
        type="submit"
        aria-pressed={isKept}
        aria-label={`Add to favourites: ${businessName}`}
        className="icon-button bg-ink/65 text-text backdrop-blur-sm hover:bg-ink/85"
      >
        <Heart aria-hidden size={20} strokeWidth={1.6} className={isKept ? 'fill-accent text-accent' : ''} />
      </button>
    </form>
  )
}
