import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RankingPage } from '#app/features/discovery/ranking-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  return { ranking: await apiFor(args).search.ranking(), canonical: siteUrlFor(args) + paths.ranking() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'How we rank | WTF',
    description: 'How products are ordered in our lists. Commission plays no part.',
    canonical: data?.canonical ?? paths.ranking(),
  })

export default function Ranking() {
  const { ranking } = useLoaderData<typeof loader>()
  return <RankingPage factors={ranking} />
}
