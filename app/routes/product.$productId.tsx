import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'
import { ProductError } from '#app/features/catalogue/product-error.tsx'
import { ProductPage } from '#app/features/catalogue/product-page.tsx'
import { productStructuredData } from '#app/features/catalogue/structured-data.ts'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { missingTitle, pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const productId = args.params.productId ?? ''
  const product = await api.catalogue.get({ productId })
  // The page works without related products.
  const related = await api.catalogue.related({ productId }).catch(() => [])
  return { product, related, siteUrl: siteUrlFor(args) }
}

/** Size, colour, picture and tab are chosen among data that are already here. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (!data) return [{ title: missingTitle(error, 'Product not found') }]
  const { product, siteUrl } = data
  const [picture] = product.pictures
  return [
    ...pageMeta({
      title: `${product.name} by ${product.brand.name} | WTF`,
      description: product.description.slice(0, 160) || `${product.name} by ${product.brand.name}.`,
      canonical: siteUrl + paths.product(product.id),
      ...(picture ? { image: siteUrl + paths.image(picture.name, 960, 'jpg') } : {}),
    }),
    { 'script:ld+json': productStructuredData(product, siteUrl) as never },
  ]
}

export default function Product() {
  const { product, related } = useLoaderData<typeof loader>()
  return <ProductPage key={product.id} product={product} related={related} />
}

export function ErrorBoundary() {
  return <ProductError />
}
