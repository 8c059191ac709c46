import { useEffect, useRef } from 'react'
import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { paths } from '#app/lib/paths.ts'

/**
 * The shopper's size at other brands, each linking to products in stock in that size. The URLs do not contain
 * measurements.
 */
export function OtherBrands({ brands }: { brands: RouterOutputs['fitting']['otherBrands'] }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [brands])
  return (
    <section ref={section} tabIndex={-1} aria-label="Your size at other brands" className="scroll-mt-24">
      <h2 className="font-display text-xl">Your size at other brands</h2>
      {brands.length ? (
        <ul className="mt-3 divide-y divide-line border-y border-line text-sm">
          {brands.map(({ brand, brandSlug, category, categorySlug, audience, size, key, sureness }) => (
            <li key={`${brandSlug} ${categorySlug} ${audience} ${key}`}>
              <Link
                to={paths.discover({
                  brands: brandSlug,
                  categories: categorySlug,
                  sizes: key,
                  ...(audience !== 'unisex' && { genders: audience }),
                })}
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 py-1 hover:text-accent"
              >
                <span className="wrap-anywhere">
                  {brand}, {category.toLowerCase()}: <strong>{size}</strong>
                </span>
                <span className="text-muted">{sureness}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-sm text-muted">
          We found no other brand with your size in stock. We can only check brands with a size chart for items like
          this one.
        </p>
      )}
      <p className="mt-2 max-w-[60ch] text-sm text-muted">Only brands with a size chart for items like this one.</p>
    </section>
  )
}
