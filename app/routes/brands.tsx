import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BrandsPage } from '#app/features/discovery/brands-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { parseSearchParams } from '#app/lib/search-params.ts'
import { brandsParams } from '#server/search/brands.schema.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  const query = brandsParams.parse(parseSearchParams(new URL(args.request.url).searchParams))
  const list = await apiFor(args).search.brands(query)
  return { letter: query.letter, list, canonical: siteUrlFor(args) + paths.brands() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Brands A to Z | WTF',
    description: 'Every brand on WTF from A to Z, with its number of products.',
    canonical: data?.canonical ?? paths.brands(),
    isIndexed: data?.letter === undefined && (data?.list.page ?? 1) === 1,
  })

export default function Brands() {
  return <BrandsPage {...useLoaderData<typeof loader>()} />
}
