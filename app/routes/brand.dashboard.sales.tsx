import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SalesPage } from '#app/features/sales/sales-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { readParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { listSalesInput } from '#server/sales/sales.schema.ts'

/** What is wrong in the address is left out. */
export async function loader(args: LoaderFunctionArgs) {
  const given = {
    status: listSalesInput.shape.status.catch(undefined).parse(readParam(args.request, 'state') || undefined),
    q: listSalesInput.shape.q.catch(undefined).parse(readParam(args.request, 'q') || undefined),
    page: listSalesInput.shape.page.catch(1).parse(Number(readParam(args.request, 'page') || 1)),
  }
  return { sales: await forSignedIn(args, apiFor(args).sales.list(given)), query: given }
}

export const meta: MetaFunction = () => [{ title: 'Sales | WTF' }]

export default function Sales() {
  return <SalesPage {...useLoaderData<typeof loader>()} />
}
