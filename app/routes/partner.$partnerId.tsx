import { data as answer, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StoreError } from '#app/features/storefront/store-error.tsx'
import { StorePage } from '#app/features/storefront/store-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { loadList } from '#app/lib/load-list.server.ts'
import { missingTitle, pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

const PAGE_SIZE = 50

export async function loader(args: LoaderFunctionArgs) {
  const store = await apiFor(args).partner.getStore({ partnerId: args.params.partnerId ?? '' })
  const list = await loadList(args, { path: paths.partner(store.id), partnerId: store.id, pageSize: PAGE_SIZE })
  return answer({ store, ...list, pageSize: PAGE_SIZE, canonical: siteUrlFor(args) + paths.brand(store.id) }, { status: list.result ? 200 : 503 })
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  data
    ? pageMeta({ title: `${data.store.businessName} | WTF`, description: data.store.ethos || data.store.about.slice(0, 160), canonical: data.canonical })
    : [{ title: missingTitle(error, 'Store Not Found') }]

export default function Partner() {
  return <StorePage {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return <StoreError />
}
