import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ClickPage } from '#app/features/admin/search/click-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { clickToShowInput } from '#server/admin/search.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = clickToShowInput.safeParse({ clickId: args.params.clickId })
  if (!asked.success) throw new Response('Click not found.', { status: 404 })
  return { click: await forSignedIn(args, apiFor(args).admin.search.click(asked.data)) }
}

export const meta: MetaFunction = () => [{ title: 'Click | WTF' }]

export default function ClickRoute() {
  return <ClickPage {...useLoaderData<typeof loader>()} />
}
