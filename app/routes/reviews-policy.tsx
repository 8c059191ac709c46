import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReviewsPolicyPage } from '#app/features/legal/reviews-policy-page.tsx'
import { contactEmailFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

export function loader(args: LoaderFunctionArgs) {
  return { contactEmail: contactEmailFor(args), canonical: siteUrlFor(args) + paths.reviewsPolicy() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Reviews policy | WTF',
    description: 'Which reviews are published on WTF, which are not, and what partners can and cannot do.',
    canonical: data?.canonical ?? paths.reviewsPolicy(),
  })

export default function ReviewsPolicy() {
  return <ReviewsPolicyPage contactEmail={useLoaderData<typeof loader>().contactEmail} />
}
