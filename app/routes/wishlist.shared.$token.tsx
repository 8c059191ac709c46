import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { SharedError, SharedPage } from '#app/features/wishlist/shared-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { missingTitle } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return apiFor(args).wishlist.shared({ token: args.params.token ?? '', page: getParam(args.request, 'page') })
}

/**
 * Saves all items to the viewer's own wishlist. Visitors who sign in first come back to this page with nothing saved
 * yet.
 */
export async function action(args: ActionFunctionArgs) {
  const api = apiFor(args)
  const token = args.params.token ?? ''
  const back = paths.sharedWishlist(token)
  if (!(await api.auth.session())) return redirect(paths.login({ redirectTo: back, why: 'wishlist' }))
  const message = await api.wishlist.copyShared({ token }).then(
    (answer) => answer.message,
    (error: unknown) => {
      // The list is full.
      if (error instanceof Response && error.status === 409) return error.text()
      throw error
    },
  )
  return goOn(args, back, message)
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: data ? `${data.title} | WTF` : missingTitle(error, 'Wishlist not found') },
  { name: 'robots', content: 'noindex' },
]

export default function SharedWishlist() {
  const { token = '' } = useParams()
  return <SharedPage {...useLoaderData<typeof loader>()} token={token} />
}

export function ErrorBoundary() {
  return <SharedError />
}
