import { Rail } from '#app/components/rail.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'

/** Recommendations for the wishlist, each with its reason. Renders nothing if there are none. */
export function Recommendations({
  recommendations,
}: {
  recommendations: RouterOutputs['wishlist']['recommendations']
}) {
  if (!recommendations.length) return null
  return (
    <section aria-labelledby="recommendations" className="rail-section">
      <h2 id="recommendations" className="mb-6 text-(length:--text-section) leading-none tracking-tight">
        You might also like
      </h2>
      <Rail label="Recommended for you" className="gap-3 md:gap-5">
        {recommendations.map(({ card, reason }) => (
          <li key={card.id} className="w-(--card)">
            <ProductCard product={card} sizes="(min-width: 64rem) 20vw, (min-width: 40rem) 30vw, 44vw" />
            <p className="mt-2 text-xs text-pretty text-muted">{reason}</p>
          </li>
        ))}
      </Rail>
    </section>
  )
}
