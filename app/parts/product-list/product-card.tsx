import { Link } from '@remix-run/react'
import { useState, type ReactNode } from 'react'
import { WishlistButton } from '#app/parts/wishlist/wishlist-button.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { Price } from '#app/components/price.tsx'
import type { ProductCardData } from '#app/lib/api-types.ts'
import { discountPercent } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

const GRID_SIZES = '(min-width: 96rem) 19vw, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw'

interface ProductCardProps {
  product: ProductCardData
  sizes?: string
  isPriority?: boolean
  headingLevel?: 'h2' | 'h3' | 'h4'
  /** A small control in the card's lower corner. */
  note?: ReactNode
}

/**
 * A product's card, mostly its picture. Hover shows the second picture, which is loaded when the pointer first comes.
 */
export function ProductCard({
  product,
  sizes = GRID_SIZES,
  isPriority = false,
  headingLevel: Heading = 'h3',
  note,
}: ProductCardProps) {
  const [isHovered, setHovered] = useState(false)
  const [isSecondReady, setSecondReady] = useState(false)
  const second = product.pictures[1]
  return (
    <article
      className="card group relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}
    >
      <div className="relative aspect-[4/5] overflow-hidden rounded-sm bg-surface">
        <FirstPicture product={product} sizes={sizes} maxWidth={640} isPriority={isPriority} />
        {second && isHovered && (
          <div className="hover-picture absolute inset-0" data-ready={isSecondReady || undefined} aria-hidden>
            <Picture
              picture={second}
              alt=""
              sizes={sizes}
              maxWidth={640}
              className="h-full w-full object-cover"
              onLoad={() => setSecondReady(true)}
            />
          </div>
        )}
        <CardBadge product={product} />
      </div>
      <div className="pt-3">
        <p className="truncate text-xs tracking-wide text-muted">{product.brand}</p>
        <Heading className="mt-0.5 line-clamp-2 font-sans text-[0.95rem] leading-snug font-medium">
          <Link
            to={paths.product(product.id)}
            prefetch="intent"
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4"
          >
            {product.name}
          </Link>
        </Heading>
        <Price {...product} showsAbout className={`mt-1 text-[0.95rem] ${note ? 'pr-9' : ''}`} />
        {note && <div className="absolute right-0 bottom-0 z-10">{note}</div>}
      </div>
      <div className="absolute top-2 right-2 z-10">
        <WishlistButton productId={product.id} productName={product.name} />
      </div>
    </article>
  )
}

/** A product's first picture, or what stands in its place, as large as what is around it. */
function FirstPicture({
  product: { name, pictures },
  ...shown
}: {
  product: ProductCardData
  sizes: string
  maxWidth: number
  isPriority: boolean
}) {
  const [first] = pictures
  return first ? (
    <Picture {...shown} picture={first} className="h-full w-full object-cover" />
  ) : (
    <PicturePlaceholder name={name} className="h-full w-full" />
  )
}

function CardBadge({ product }: { product: ProductCardData }) {
  const percent = discountPercent(product.priceMinor, product.originalPriceMinor)
  const text = product.stock === 0 ? 'Sold out' : percent !== null ? `-${percent}%` : null
  if (!text) return null
  return (
    <span
      className={`absolute bottom-2 left-2 rounded-full px-2.5 py-1 text-xs font-semibold ${product.stock === 0 ? 'bg-ink/80 text-text' : 'bg-sale text-ink'}`}
    >
      {text}
    </span>
  )
}

/** A product as a row, for lists with more text. */
export function ProductRow({
  product,
  isPriority = false,
  headingLevel: Heading = 'h3',
  note,
}: Pick<ProductCardProps, 'product' | 'isPriority' | 'headingLevel' | 'note'>) {
  return (
    <article className="group relative grid grid-cols-[6.5rem_minmax(0,1fr)_auto] gap-3 border-b border-line py-5 sm:grid-cols-[9rem_minmax(0,1fr)_auto_auto] sm:gap-8">
      <div className="aspect-[4/5] overflow-hidden rounded-sm bg-surface">
        <FirstPicture product={product} sizes="9rem" maxWidth={480} isPriority={isPriority} />
      </div>
      <div className="self-center">
        <p className="text-xs tracking-wide text-muted">{product.brand}</p>
        <Heading className="mt-1 font-display text-2xl leading-tight">
          <Link
            to={paths.product(product.id)}
            prefetch="intent"
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-1 group-hover:underline-offset-4"
          >
            {product.name}
          </Link>
        </Heading>
        {product.category && <p className="mt-2 text-sm text-muted">{product.category}</p>}
        <Price {...product} showsAbout className="mt-2 sm:hidden" />
      </div>
      <div className="hidden self-center text-right sm:block">
        <Price {...product} showsAbout className="justify-end text-lg" />
        {product.stock === 0 && <p className="mt-1 text-sm text-muted">Sold out</p>}
      </div>
      <div className="relative z-10 -mr-2 self-start sm:mr-0 sm:self-center">
        <WishlistButton productId={product.id} productName={product.name} />
      </div>
      {note && <div className="absolute right-0 bottom-2 z-10">{note}</div>}
    </article>
  )
}

/** The placeholder of a grid of products that is still loading. */
export function ProductGridSkeleton({ count = 8, className = '' }: { count?: number; className?: string }) {
  return (
    <div className={`product-grid ${className}`} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <div className="skeleton aspect-[4/5] rounded-sm" />
          <div className="skeleton mt-3 h-3 w-1/3 rounded" />
          <div className="skeleton mt-2 h-4 w-4/5 rounded" />
          <div className="skeleton mt-2 h-4 w-1/4 rounded" />
        </div>
      ))}
    </div>
  )
}
