import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { homeData } from '#app/features/home/home-data.ts'
import { homeStructuredData } from '#app/features/home/structured-data.ts'
import { HomePage } from '#app/features/home/home-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [partners, trending, categories, rows, strips, promotions] = await Promise.all([
    api.partner.featuredStores(),
    api.catalogue.trending(),
    api.search.menu(),
    api.catalogue.partnerRows(),
    // The page works without these lists.
    api.catalogue.strips().catch(() => ({ onSale: [], newThisWeek: [] })),
    api.promotions.live().catch(() => []),
  ])
  return {
    ...homeData({ partners, trending, categories, rows, strips, promotions }),
    canonical: `${siteUrlFor(args)}/`,
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageMeta({
    title: 'WTF: find it here, buy it from the brand',
    description:
      'A fashion marketplace for independent brands. Browse, search and buy straight from the people who made it.',
    canonical: data?.canonical ?? '/',
  }),
  ...(data ? [{ 'script:ld+json': homeStructuredData(data.canonical) as never }] : []),
]

export default function Home() {
  return <HomePage {...useLoaderData<typeof loader>()} />
}
