import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'
import { ProductError } from '#app/features/catalogue/product-error.tsx'
import { ProductPage } from '#app/features/catalogue/product-page.tsx'
import { breadcrumbData, productStructuredData } from '#app/features/catalogue/structured-data.ts'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { otherStoresOf } from '#app/parts/offers/other-stores.server.ts'
import { cardProduct } from '#app/parts/product-list/card-product.ts'
import { missingTitle, pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { listReviewsInput } from '#server/feedback/reviews.schema.ts'

/** One row, below the complementary products. */
const ALTERNATIVES = 4

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const productId = args.params.productId ?? ''
  const shown = listReviewsInput.parse({
    ...Object.fromEntries(new URL(args.request.url).searchParams),
    productId,
  })
  const product = await api.catalogue.get({ productId })
  // The page works without reviews and related products.
  const reviews = await api.reviews.list(shown).catch(() => null)
  const complements = await api.catalogue.complements({ productId }).catch(() => [])
  const related = await api.catalogue.related({ productId }).catch(() => [])
  const alternatives = complements.length > 0 ? related.slice(0, ALTERNATIVES) : related
  const isSizeAdvised = await api.fitting.canAdvise({ productId }).catch(() => false)
  const others = await otherStoresOf(api, productId)
  return {
    product,
    reviews,
    isSizeAdvised,
    siteUrl: siteUrlFor(args),
    ...others,
    complements: complements.map(cardProduct),
    alternatives: alternatives.map(cardProduct),
  }
}

/** Reloads for reviews only. The choice of a size, colour, picture or tab needs no new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search) return defaultShouldRevalidate
  return ['stars', 'sort', 'page'].some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name))
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (!data) return [{ title: missingTitle(error, 'Product not found') }]
  const { product, reviews, siteUrl } = data
  const [picture] = product.pictures
  return [
    ...pageMeta({
      title: `${product.name} by ${product.brand.name} | WTF`,
      description: product.description.slice(0, 160) || `${product.name} by ${product.brand.name}.`,
      canonical: siteUrl + paths.product(product.id),
      ...(picture ? { image: siteUrl + paths.image(picture.name, 960, 'jpg') } : {}),
    }),
    { 'script:ld+json': productStructuredData(product, reviews, siteUrl) as never },
    { 'script:ld+json': breadcrumbData(product, siteUrl) as never },
  ]
}

export default function Product() {
  const shown = useLoaderData<typeof loader>()
  return <ProductPage key={shown.product.id} {...shown} />
}

export function ErrorBoundary() {
  return <ProductError />
}
