import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AllSalesPage } from '#app/features/admin/all-sales-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { allSalesQuery } from '#server/sales/sales-for-admins.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = allSalesQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { list: await forSignedIn(args, apiFor(args).admin.sales(query)), query }
}

export const meta: MetaFunction = () => [{ title: 'Sales | WTF' }]

export default function AllSales() {
  return <AllSalesPage {...useLoaderData<typeof loader>()} />
}
