import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PrivacyPage } from '#app/features/legal/privacy-page.tsx'
import { contactEmailFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

export function loader(args: LoaderFunctionArgs) {
  return { contactEmail: contactEmailFor(args), canonical: siteUrlFor(args) + paths.privacy() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Privacy Policy | WTF',
    description:
      'What WTF stores, for how long, which cookies it sets, and how to get a copy or have everything deleted.',
    canonical: data?.canonical ?? paths.privacy(),
  })

export default function Privacy() {
  return <PrivacyPage contactEmail={useLoaderData<typeof loader>().contactEmail} />
}
