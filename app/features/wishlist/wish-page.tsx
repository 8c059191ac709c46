import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { Picture } from '#app/components/picture.tsx'
import type { WishData } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { WishForm } from './wish-form.tsx'

/** A wishlist item as a page, for links in emails and without JavaScript. */
export function WishPage({ item }: { item: WishData }) {
  const form = usePageForm('wish')
  const picture = item.card?.pictures[0]
  return (
    <main
      id="content"
      className="page grid gap-x-[clamp(2rem,6vw,6rem)] gap-y-8 pt-8 pb-24 md:grid-cols-[minmax(0,22rem)_minmax(0,34rem)]"
    >
      <div className="max-md:max-w-48">
        {picture && <Picture picture={picture} sizes="22rem" maxWidth={640} isPriority className="w-full rounded-sm" />}
      </div>
      <div>
        <BackLink fallback={paths.wishlist()} label="My Wishlist" />
        <p className="mt-4 text-sm text-muted">{item.brand}</p>
        <h1 className="mt-1 text-(length:--text-section) leading-tight wrap-anywhere">
          {item.isListed && item.productId ? (
            <Link to={paths.product(item.productId)} className="link">
              {item.name}
            </Link>
          ) : (
            item.name
          )}
        </h1>
        <WishForm item={item} form={form} isInDialog={false} />
      </div>
    </main>
  )
}
