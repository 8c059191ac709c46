import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminSalePage } from '#app/features/admin/search/sale-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { saleInput } from '#server/sales/sales.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = saleInput.safeParse({ saleId: args.params.saleId })
  if (!asked.success) throw new Response('Sale not found.', { status: 404 })
  return { sale: await forSignedIn(args, apiFor(args).admin.search.sale(asked.data)), now: new Date() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Sale ${data.sale.order.name || data.sale.order.id}` : 'Sale'} | WTF` },
]

export default function SaleRoute() {
  return <AdminSalePage {...useLoaderData<typeof loader>()} />
}
