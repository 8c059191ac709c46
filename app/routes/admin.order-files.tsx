import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminOrderFilesPage } from '#app/features/admin/admin-order-files-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { filesQuery } from '#server/sales/conversion-files/conversion-files.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = filesQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.orderFiles(query)), query }
}

export const meta: MetaFunction = () => [{ title: 'Order files | WTF' }]

export default function OrderFilesRoute() {
  return <AdminOrderFilesPage {...useLoaderData<typeof loader>()} />
}
