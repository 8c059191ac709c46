import { Link } from '#app/components/link.tsx'
import { Rail } from '#app/components/rail.tsx'
import { tastePaths } from '#app/lib/taste-paths.ts'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import { useForYou } from '#app/parts/taste/use-for-you.ts'
import { sayReason } from '#server/taste/taste-rows.shared.ts'

const SHOWN = 10
const CARD_SIZES = '(width>=64rem) 19vw,(width>=40rem) 30vw,44vw'

/** The device's top recommendations. Loaded only on devices that have some. */
export default function ForYouRow() {
  const { ranked } = useForYou(SHOWN)
  if (!ranked?.length) return null
  return (
    <section aria-label="For you" className="home-section rail-section">
      <div className="page home-title">
        <h2>For you</h2>
        <p className="text-sm text-muted">Chosen on this device</p>
        <Link to={tastePaths.forYou()} discover="none" className="link inline-flex min-h-11 items-center text-sm">
          See all suggestions
        </Link>
      </div>
      <div className="home-rail">
        <Rail label="For you" className="card-rail">
          {ranked.map(({ product, reason }) => (
            <li key={product.id}>
              {/* Route discovery for these links would tell the server which products they are. */}
              <ProductCard product={product.card} sizes={CARD_SIZES} discover="none" />
              <p className="mt-1 text-xs text-pretty text-muted">{sayReason(reason)}</p>
            </li>
          ))}
        </Rail>
      </div>
    </section>
  )
}
