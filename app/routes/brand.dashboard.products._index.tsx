import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, useRouteError } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { OwnProductsPage } from '#app/features/own-products/own-products-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { LoadFailed } from '#app/parts/dashboard/load-failed.tsx'
import { keepsWhatIsShown } from '#app/parts/dashboard/keeps-what-is-shown.ts'
import { ownProductsQuery } from '#server/products/own-products.schema.ts'

const FAILED = 'Failed to load products data'

export async function loader(args: LoaderFunctionArgs) {
  const query = ownProductsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { products, imports } = apiFor(args)
  const [overview, list, { missing }] = await Promise.all([
    products.overview(query),
    products.list(query),
    imports.countPictureFailures(),
  ])
  return { overview, list, missingPictures: missing, query }
}

export const clientLoader = keepsWhatIsShown('routes/brand.dashboard.products._index', FAILED)

export const meta: MetaFunction = () => [{ title: 'Product Management | WTF' }]

export default function OwnProducts() {
  const { role, display } = useOutletContext<OwnPartner>()
  return <OwnProductsPage {...useLoaderData<typeof loader>()} canChange={role !== 'viewer'} display={display} />
}

export function ErrorBoundary() {
  return <LoadFailed error={useRouteError()} text={FAILED} retry={dashboardPaths.ownProducts()} />
}
