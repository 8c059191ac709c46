import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, useOutletContext, useRouteError, type ClientLoaderFunctionArgs } from '@remix-run/react'
import { EmptyState } from '#app/components/empty-state.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { OwnProductsPage } from '#app/features/own-products/own-products-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { paths } from '#app/lib/paths.ts'
import { toast } from '#app/lib/toast.ts'
import { ownProductsQuery } from '#server/products/own-products.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = ownProductsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { products } = apiFor(args)
  const [overview, list] = await Promise.all([products.overview(query), products.list(query)])
  return { overview, list, query }
}

type Loaded = Awaited<ReturnType<typeof loader>>
let last: Loaded | undefined

/** What is shown stays if it cannot be read anew. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<Loaded> {
  try {
    last = (await serverLoader<typeof loader>()) as Loaded
    return last
  } catch (error) {
    // A redirect, or a refusal: the page is not for this viewer any more.
    if (!last || (error instanceof Response && error.status < 500)) throw error
    toast.set({ tone: 'error', title: 'Error', text: 'Failed to load products data' })
    return last
  }
}

export const meta: MetaFunction = () => [{ title: 'Product Management | WTF' }]

export default function OwnProducts() {
  const { role, display } = useOutletContext<OwnPartner>()
  return <OwnProductsPage {...useLoaderData<typeof loader>()} canChange={role !== 'viewer'} display={display} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  // Who may not see it is told by the layout.
  if (error instanceof Response) throw error
  return (
    <EmptyState
      headingLevel="h1"
      drawing="error"
      title="Error"
      action={
        <Link reloadDocument to={paths.ownProducts()} className="button button-accent">
          Retry
        </Link>
      }
    >
      Failed to load products data
    </EmptyState>
  )
}
