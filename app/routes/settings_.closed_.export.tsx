import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ClosedExportPage } from '#app/features/account/closed-export-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'

/** Checks the link without using it up. It works only once, and mail scanners open links too. */
export async function loader(args: LoaderFunctionArgs) {
  const token = new URL(args.request.url).searchParams.get('token') ?? ''
  const isValid = await apiFor(args)
    .account.exportLink({ token: token.slice(0, 100) })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof Response && error.status === 400) return false
        throw error
      },
    )
  return { token, isValid }
}

export const meta: MetaFunction = () => [{ title: 'Your data | WTF' }, { name: 'robots', content: 'noindex' }]

export default function ClosedExport() {
  return <ClosedExportPage {...useLoaderData<typeof loader>()} />
}
