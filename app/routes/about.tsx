import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CompanyPage } from '#app/features/info/company-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  return {
    figures: await apiFor(args)
      .catalogue.figures()
      .catch(() => null),
    canonical: siteUrlFor(args) + paths.company(),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'About | WTF',
    description: 'What WTF does, how big it is, how it makes money and what it does not do.',
    canonical: data?.canonical ?? paths.company(),
  })

export default function Company() {
  return <CompanyPage figures={useLoaderData<typeof loader>().figures} />
}
