import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TermsPage } from '#app/features/legal/terms-page.tsx'
import { contactEmailFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

export function loader(args: LoaderFunctionArgs) {
  return { contactEmail: contactEmailFor(args), canonical: siteUrlFor(args) + paths.terms() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Terms of Service | WTF',
    description: 'What you agree to when you use WTF: where purchases happen, how accounts work and how we make money.',
    canonical: data?.canonical ?? paths.terms(),
  })

export default function Terms() {
  return <TermsPage contactEmail={useLoaderData<typeof loader>().contactEmail} />
}
