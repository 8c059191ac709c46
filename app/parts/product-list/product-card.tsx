import { Link } from '#app/components/link.tsx'
import { useState } from 'react'
import { WishlistButton } from '#app/parts/wishlist/wishlist-button.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { Price } from '#app/components/price.tsx'
import type { CardProduct, ProductCardData } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

const GRID_SIZES = '(width>=64rem) 23vw,(width>=48rem) 31vw,46vw'

interface ProductCardProps {
  product: CardProduct
  sizes?: string
  isPriority?: boolean
  headingLevel?: 'h2' | 'h3' | 'h4'
  /** 'none' if an earlier card already discovers the product page's route: once is enough. */
  discover?: 'render' | 'none'
}

/**
 * A product's card, mostly its picture. Hover shows the second picture, which is loaded on first hover. A page has up
 * to 150 cards, so card.css selects most of their parts by element instead of class.
 */
export function ProductCard({
  product,
  sizes = GRID_SIZES,
  isPriority = false,
  headingLevel: Heading = 'h3',
  discover,
}: ProductCardProps) {
  const [isHovered, setHovered] = useState(false)
  const [isSecondReady, setSecondReady] = useState(false)
  const second = product.pictures[1]
  return (
    <article className="card" onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}>
      <FirstPicture product={product} sizes={sizes} maxWidth={640} isPriority={isPriority} />
      {second && isHovered && (
        <Picture
          picture={second}
          isFilling
          alt=""
          sizes={sizes}
          maxWidth={640}
          className={isSecondReady ? 'hover-picture is-ready' : 'hover-picture'}
          onLoad={() => setSecondReady(true)}
        />
      )}
      {product.stock === 0 && (
        <div className="card-badge">
          <span>Sold out</span>
        </div>
      )}
      <p>{product.brand}</p>
      <Heading>
        <Link to={paths.product(product.id, product.colour)} prefetch="intent" discover={discover}>
          {product.name}
        </Link>
      </Heading>
      <Price {...product} showsAbout />
      <ColourDots {...product} />
      {product.alike && <small>{product.alike}</small>}
      <WishlistButton productId={product.id} productName={product.name} />
    </article>
  )
}

/** A product's first picture, or its placeholder, sized to its container. */
function FirstPicture({
  product: { name, pictures },
  ...shown
}: {
  product: CardProduct
  sizes: string
  maxWidth: number
  isPriority: boolean
}) {
  const [first] = pictures
  return first ? <Picture {...shown} picture={first} isFilling /> : <PicturePlaceholder name={name} />
}

/** Dots for the colours of a product that has several. */
function ColourDots({ swatches, colourCount = 0 }: Pick<CardProduct, 'swatches' | 'colourCount'>) {
  if (!swatches?.length) return null
  const more = colourCount - swatches.length
  return (
    <span className="colour-dots" role="img" aria-label={`${colourCount} colours`}>
      {swatches.map((hex) => (
        <i key={hex} style={{ background: hex }} />
      ))}
      {more > 0 && `+${more}`}
    </span>
  )
}

/** A product as a row, for lists with more text. */
export function ProductRow({
  product,
  isPriority = false,
  headingLevel: Heading = 'h3',
}: Pick<ProductCardProps, 'isPriority' | 'headingLevel'> & {
  product: CardProduct & Partial<Pick<ProductCardData, 'category'>>
}) {
  return (
    <article className="group relative grid grid-cols-[6.5rem_minmax(0,1fr)_auto] gap-3 border-b border-line py-5 sm:grid-cols-[9rem_minmax(0,1fr)_auto_auto] sm:gap-8">
      <div className="card-picture">
        <FirstPicture product={product} sizes="9rem" maxWidth={480} isPriority={isPriority} />
      </div>
      <div className="self-center">
        <p className="text-xs tracking-wide text-muted">{product.brand}</p>
        <Heading className="mt-1 font-display text-2xl leading-tight">
          <Link
            to={paths.product(product.id, product.colour)}
            prefetch="intent"
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-1 group-hover:underline-offset-4"
          >
            {product.name}
          </Link>
        </Heading>
        {product.category && <p className="mt-2 text-sm text-muted">{product.category}</p>}
        <Price {...product} showsAbout className="mt-2 sm:hidden" />
        <ColourDots {...product} />
        {product.alike && <small className="text-sm text-muted">{product.alike}</small>}
      </div>
      <div className="hidden self-center text-right sm:block">
        <Price {...product} showsAbout className="justify-end text-lg" />
        {product.stock === 0 && <p className="mt-1 text-sm text-muted">Sold out</p>}
      </div>
      <div className="relative z-10 -mr-2 self-start sm:mr-0 sm:self-center">
        <WishlistButton productId={product.id} productName={product.name} />
      </div>
    </article>
  )
}

/** The placeholder of a loading product grid. */
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
