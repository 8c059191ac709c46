import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminSearchPage } from '#app/features/admin/search/admin-search-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { searchEverythingInput } from '#server/admin/search.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { q } = searchEverythingInput.parse({ q: new URL(args.request.url).searchParams.get('q') ?? '' })
  const found = await forSignedIn(args, apiFor(args).admin.search.everything({ q, isWide: true }))
  return { q, found: q ? found : null }
}

export const meta: MetaFunction = () => [{ title: 'Search | WTF' }]

export default function SearchRoute() {
  return <AdminSearchPage {...useLoaderData<typeof loader>()} />
}
