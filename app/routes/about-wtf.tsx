import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AboutPage } from '#app/features/info/about-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

const PIECES = 4

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  // The page works without figures and pictures.
  const [figures, rows] = await Promise.all([
    api.catalogue.figures().catch(() => null),
    api.catalogue.partnerRows().catch(() => []),
  ])
  const pieces = rows
    .flatMap(({ products }) => products.find(({ pictures }) => pictures.length > 0) ?? [])
    .slice(0, PIECES)
  return {
    figures,
    pieces: pieces.map(({ id, name, brand, pictures }) => ({ id, name, brand, pictures: pictures.slice(0, 1) })),
    canonical: siteUrlFor(args) + paths.about(),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'What is WTF? | WTF',
    description: 'Independent brands, each with its own store. What WTF is, how it works and who pays for it.',
    canonical: data?.canonical ?? paths.about(),
  })

export default function About() {
  const { figures, pieces } = useLoaderData<typeof loader>()
  return <AboutPage figures={figures} pieces={pieces} />
}
