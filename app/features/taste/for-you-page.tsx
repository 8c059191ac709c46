import { useEffect, useRef, useState, type ReactNode } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { Link } from '#app/components/link.tsx'
import type { CardProduct } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'
import { useForYou, type ForYou } from '#app/parts/taste/use-for-you.ts'
import { ProductCard, ProductGridSkeleton } from '#app/parts/product-list/product-card.tsx'
import type { Taste } from '#server/taste/taste.schema.ts'
import { TasteControls, TurnOn } from './taste-controls.tsx'
import { TastePanel } from './taste-panel.tsx'
import { TasteRows } from './taste-rows.tsx'
import { TasteScript } from './taste-script.tsx'

/** The device's recommendations, with their reasons and settings. The server sends everyone the same data. */
export function ForYouPage({ popular }: { popular: CardProduct[] }) {
  return (
    <main id="content" className="pb-24">
      <TasteScript />
      <div className="page py-1.5">
        <BackLink fallback={paths.home()} />
      </div>
      <div className="page mt-4">
        <h1 className="text-(length:--text-title) leading-[0.95] tracking-tight">For you</h1>
        <p className="mt-4 max-w-[62ch] text-muted">
          Chosen on this device, based on the products you viewed, saved or opened in a store. We send everyone the same
          products. Your browser decides which ones to show you first and tells you why.
        </p>
        <noscript>
          <p className="notice mt-6">
            For You runs on your device and needs JavaScript. These lists work without it:{' '}
            <Link to={paths.allProducts()}>all products</Link>,{' '}
            <Link to={paths.discover({ all: 'true', sort: 'newest' })}>new products</Link>,{' '}
            <Link to={paths.discover({ onSale: 'true' })}>sale products</Link> and{' '}
            <Link to={paths.stores()}>all stores</Link>.
          </p>
        </noscript>
      </div>
      <Chosen popular={popular} />
    </main>
  )
}

function Chosen({ popular }: { popular: CardProduct[] }) {
  const forYou = useForYou()
  const { taste, wishlist } = forYou
  const choice = useRef<HTMLDivElement>(null)
  const [gone, setGone] = useState<number | null>(null)
  // The removed row had the focus. It moves to the heading that is now in its place, or to the last heading.
  useEffect(() => {
    if (gone === null) return
    const headings = [...(choice.current?.querySelectorAll<HTMLElement>('h2[tabindex]') ?? [])]
    headings[Math.min(gone, headings.length - 1)]?.focus()
    setGone(null)
  }, [gone])
  const everybody = <Popular products={popular} />
  // Rendered on the server and until the device's data is loaded. taste-script.tsx marks which content is visible.
  if (!taste)
    return (
      <>
        <div className="[[data-taste]_&]:hidden">
          <Nothing />
          {everybody}
        </div>
        <div className="page mt-10 hidden [[data-taste]_&]:block">
          <ProductGridSkeleton count={12} />
        </div>
      </>
    )
  return (
    <>
      <div ref={choice}>
        <Choice {...forYou} taste={taste} everybody={everybody} onRowGone={setGone} />
      </div>
      {taste.pieces.length > 0 && <TastePanel taste={taste} />}
      <TasteControls taste={taste} wishlist={wishlist} />
    </>
  )
}

function Choice({
  taste,
  ranked,
  hasFailed,
  retry,
  wishlist,
  everybody,
  onRowGone,
}: ForYou & {
  taste: Taste
  everybody: ReactNode
  /** Called with the index of the row's heading. */
  onRowGone: (place: number) => void
}) {
  if (!taste.isOn)
    return (
      <>
        <TasteNote title="For You is switched off">
          <p>This device does not record anything or make suggestions.</p>
          <TurnOn wishlist={wishlist} />
        </TasteNote>
        {everybody}
      </>
    )
  if (ranked?.length) return <TasteRows ranked={ranked} taste={taste} onGone={onRowGone} />
  if (!taste.pieces.length && (ranked || hasFailed || !wishlist?.length))
    return (
      <>
        <Nothing />
        {everybody}
      </>
    )
  if (hasFailed)
    return (
      <TasteNote title="Products did not load">
        <p>Your taste profile is safe on this device. Check your connection and try again.</p>
        <button type="button" onClick={retry} className="button button-accent mt-5">
          Try again
        </button>
      </TasteNote>
    )
  if (ranked)
    return (
      <>
        <TasteNote title="Nothing to show">
          <p>
            None of today&apos;s products match your active interests. Switch on another one below, or browse all
            products.
          </p>
        </TasteNote>
        {everybody}
      </>
    )
  return (
    <div className="page mt-10" role="status" aria-label="Loading suggestions">
      <ProductGridSkeleton count={12} />
    </div>
  )
}

const TasteNote = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="page mt-10">
    <div className="needs-script border-y border-line py-8">
      <h2 tabIndex={-1} className="text-3xl leading-tight outline-none">
        {title}
      </h2>
      <div className="mt-3 max-w-[60ch] text-muted">{children}</div>
    </div>
  </section>
)

/** Explains to people without any history what recommendations are based on. */
const Nothing = () => (
  <TasteNote title="No suggestions yet">
    <p>Your suggestions start with the first product you open. They are based on:</p>
    <ul className="mt-3 list-disc space-y-1.5 pl-5">
      <li>products you view (a little)</li>
      <li>products on your wishlist (more)</li>
      <li>products you open in a store (most)</li>
    </ul>
    <p className="mt-3">
      Older activity counts less over time. Your profile stays in this browser, where you can view it, remove parts,
      save it as a file, delete it or switch it off.
    </p>
  </TasteNote>
)

/** Popular products, under their own title. */
function Popular({ products }: { products: CardProduct[] }) {
  if (!products.length) return null
  return (
    <section aria-labelledby="popular" className="page mt-14">
      <h2 id="popular" className="text-(length:--text-section) leading-none tracking-tight">
        Popular with everyone
      </h2>
      <p className="mt-2 mb-8 text-sm text-muted">
        Products with the most views and store visits in the last seven days. Everyone sees the same list.
      </p>
      <div className="product-grid 2xl:grid-cols-4">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  )
}
