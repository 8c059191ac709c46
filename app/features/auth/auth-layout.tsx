import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import { Picture } from '#app/components/picture.tsx'
import type { ProductCardData } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

/** A column with the form; wide screens show products beside it. */
export function AuthLayout({ products, children }: { products: ProductCardData[]; children: ReactNode }) {
  const [large, small] = products
  return (
    <main
      id="content"
      className="page grid grow gap-[clamp(2rem,6vw,7rem)] py-[clamp(2rem,6vw,5.5rem)] lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]"
    >
      <div className="mx-auto w-full max-w-[30rem] lg:mx-0">{children}</div>
      {large?.pictures[0] && (
        <aside
          aria-label="From our stores"
          className="sticky top-[calc(var(--header)+3rem)] hidden self-start justify-self-end lg:grid lg:w-[min(100%,46rem)] lg:grid-cols-[1fr_2.4fr] lg:items-end lg:gap-5"
        >
          <div>{small?.pictures[0] && <Piece product={small} sizes="14vw" />}</div>
          <Piece product={large} sizes="34vw" isPriority />
        </aside>
      )}
    </main>
  )
}

function Piece({
  product,
  sizes,
  isPriority = false,
}: {
  product: ProductCardData
  sizes: string
  isPriority?: boolean
}) {
  const [picture] = product.pictures
  if (!picture) return null
  return (
    <figure className="group relative">
      <div className="aspect-[4/5] overflow-hidden rounded-sm bg-surface">
        <Picture
          picture={picture}
          sizes={sizes}
          isPriority={isPriority}
          maxWidth={960}
          className="h-full w-full object-cover"
        />
      </div>
      <figcaption className="mt-3 text-sm text-muted">
        <Link
          to={paths.product(product.id)}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:underline-offset-4"
        >
          {product.name}
        </Link>
        <span className="block text-xs">{product.brand}</span>
      </figcaption>
    </figure>
  )
}

/** The page's large heading. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-8">
      <h1 className="text-(length:--text-title) leading-[0.98] tracking-[-0.02em]">{title}</h1>
      {children && <p className="mt-4 text-muted">{children}</p>}
    </header>
  )
}
