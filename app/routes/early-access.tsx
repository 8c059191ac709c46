import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EarlyAccessPage } from '#app/features/waitlist/early-access-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { italicLinks } from '#app/fonts/font-links.ts'

export const links = italicLinks

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await apiFor(args).site.earlyAccess()), canonical: siteUrlFor(args) + paths.earlyAccess() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'Early access | WTF',
    description: 'Join the waitlist to be the first to hear about new brands and features.',
    canonical: data?.canonical ?? paths.earlyAccess(),
  })

export default function EarlyAccess() {
  return <EarlyAccessPage {...useLoaderData<typeof loader>()} />
}
