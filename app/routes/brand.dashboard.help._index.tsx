import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HelpPage } from '#app/features/dashboard/help-page.tsx'

const MAX_QUERY = 100

export const loader = ({ request }: LoaderFunctionArgs) => ({
  q: (new URL(request.url).searchParams.get('q') ?? '').slice(0, MAX_QUERY),
})

export const meta: MetaFunction = () => [{ title: 'Help | WTF' }]

export default function Help() {
  return <HelpPage {...useLoaderData<typeof loader>()} />
}
