import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DevelopersPage } from '#app/features/legal/developers-page.tsx'
import { apiFor, contactEmailFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  const { products } = await apiFor(args).catalogue.figures()
  return { products, contactEmail: contactEmailFor(args), siteUrl: siteUrlFor(args) }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'For developers | WTF',
    description: 'Feeds, an API and the terms for using WTF’s catalogue in your own software.',
    canonical: (data?.siteUrl ?? '') + paths.developers(),
  })

export default function Developers() {
  return <DevelopersPage {...useLoaderData<typeof loader>()} />
}
