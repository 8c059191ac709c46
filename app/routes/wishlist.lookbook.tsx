import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import stylesheet from '#app/features/wishlist/lookbook.css?url'
import { LookbookPage } from '#app/features/wishlist/lookbook-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const lookbook = await forSignedIn(args, api.wishlist.lookbook())
  const session = await api.auth.session()
  return { ...lookbook, owner: session?.viewer.userId ?? '' }
}

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export const meta: MetaFunction = () => [{ title: 'Lookbook | WTF' }]

export default function Lookbook() {
  return <LookbookPage {...useLoaderData<typeof loader>()} />
}
