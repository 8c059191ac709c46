import { data as answer, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PartnerError } from '#app/features/storefront/partner-error.tsx'
import { PartnerPage } from '#app/features/storefront/partner-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { LIST_HANDLE } from '#app/parts/product-list/list-handle.ts'
import { loadList } from '#app/parts/product-list/load-list.server.ts'
import { missingTitle, pageMeta } from '#app/lib/meta.ts'
import { newInPaths } from '#app/lib/new-in-paths.ts'
import { paths } from '#app/lib/paths.ts'

const PAGE_SIZE = 50

export async function loader(args: LoaderFunctionArgs) {
  const partner = await apiFor(args).partner.getStore({ partnerId: args.params.partnerId ?? '' })
  const list = await loadList(args, { path: paths.partner(partner.id), partnerId: partner.id, pageSize: PAGE_SIZE })
  return answer(
    { partner, ...list, pageSize: PAGE_SIZE, canonical: siteUrlFor(args) + paths.brand(partner.id) },
    { status: list.result ? 200 : 503 },
  )
}

export const handle = LIST_HANDLE

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  data
    ? pageMeta({
        title: `${data.partner.businessName} | WTF`,
        description: data.partner.ethos || data.partner.storeDescription.slice(0, 160),
        canonical: data.canonical,
        feed: newInPaths.listFeed(data.address.search, data.partner.id),
      })
    : [{ title: missingTitle(error, 'Store Not Found') }]

export default function Partner() {
  return <PartnerPage {...useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return <PartnerError />
}
