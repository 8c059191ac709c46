import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PictureSearchPage } from '#app/features/discovery/picture-search-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

export async function loader(args: LoaderFunctionArgs) {
  // The page works without examples.
  const examples = await apiFor(args)
    .search.examples()
    .catch(() => [])
  return { examples, canonical: siteUrlFor(args) + paths.pictureSearch() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Search by picture or colour | WTF',
    description:
      'Find products that look like your picture or match a colour you choose. Your picture never leaves your device.',
    canonical: data?.canonical ?? paths.pictureSearch(),
  })

export default function PictureSearchRoute() {
  return <PictureSearchPage {...useLoaderData<typeof loader>()} />
}
