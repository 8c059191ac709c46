import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { paths } from '#app/lib/paths.ts'

// server/http/outbound.ts records the click and sends the redirect. This page is only shown without a destination.
export async function loader(args: LoaderFunctionArgs) {
  const productId = args.params.productId ?? ''
  const deadEnd = await apiFor(args).outbound.deadEnd({ productId })
  return { ...deadEnd, productId }
}

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const meta: MetaFunction = () => [{ title: 'Store not available | WTF' }]

export default function DeadEnd() {
  const { productName, businessName, partnerId, productId } = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page">
      <EmptyState
        headingLevel="h1"
        drawing="empty-store"
        title="This store link is not available"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={paths.product(productId)} className="button button-accent">
              Back to the product
            </Link>
            <Link to={paths.partner(partnerId)} className="button button-quiet">
              More from {businessName}
            </Link>
          </div>
        }
      >
        We could not confirm that the link to {productName} belongs to {businessName}, so we have not opened it.
      </EmptyState>
    </main>
  )
}
