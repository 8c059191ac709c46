import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FeaturesPage } from '#app/features/info/features-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import type { SearchResult } from '#app/lib/api-types.ts'
import { EXAMPLE_SENTENCES } from '#app/parts/search-box/example-sentences.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { searchQueryParams } from '#server/search/search.schema.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

const FILM_PICTURES = 15
const DEMO_PRODUCTS = 8

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const typed = new URL(args.request.url).searchParams.getAll('demo').at(-1)
  const sentence = searchQueryParams.parse({ q: typed }).q || EXAMPLE_SENTENCES[3][1]
  // The page works without the film and the demo.
  const [film, result, examples] = await Promise.all([
    api.search
      .products({ pageSize: FILM_PICTURES })
      .then(({ products }) => products.flatMap(({ pictures }) => pictures.slice(0, 1)))
      .catch(() => []),
    api.search
      .products({ q: sentence, mode: 'intelligent', pageSize: DEMO_PRODUCTS })
      .then(shownOf)
      .catch(() => null),
    api.search.examples().catch(() => []),
  ])
  return { film, sentence, result, examples, canonical: siteUrlFor(args) + paths.features() }
}

/**
 * Returns the part of a search response that the demo shows. Leaves out facets, and the report token, so that the demo
 * does not count as a search.
 */
function shownOf({ products, total, conditions, unknownWords, relaxed, corrections, executionMs }: SearchResult) {
  return { products, total, conditions, unknownWords, relaxed, corrections, executionMs }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Features | WTF',
    description:
      'Search in whole sentences, see why each product is listed, and buy from the people who made it. Try it on our catalogue.',
    canonical: data?.canonical ?? paths.features(),
  })

export default function Features() {
  const { film, sentence, result, examples } = useLoaderData<typeof loader>()
  return <FeaturesPage film={film} sentence={sentence} result={result} examples={examples} />
}
