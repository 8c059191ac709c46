import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HomePage } from '#app/features/home/home-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [partners, trending, categories, rows, promotions] = await Promise.all([
    api.partner.featuredStores(),
    api.catalogue.trending(),
    api.search.menu(),
    api.catalogue.partnerRows(),
    // The page stands without them.
    api.promotions.live().catch(() => []),
  ])
  return { partners, trending, categories, rows, promotions, canonical: `${siteUrlFor(args)}/` }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'WTF: find it here, buy it from the brand',
    description:
      'A fashion marketplace of independent brands. Browse, search and go straight to the store of the people who made it.',
    canonical: data?.canonical ?? '/',
  })

export default function Home() {
  return <HomePage {...useLoaderData<typeof loader>()} />
}
