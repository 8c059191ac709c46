import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { WishlistImportPage } from '#app/features/wishlist/wishlist-import-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { readFileText, refuse } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'

/** Redirects visitors who are not signed in. */
export async function loader(args: LoaderFunctionArgs) {
  return (await apiFor(args).auth.session()) ? null : goOn(args, paths.login({ redirectTo: paths.importWishlist() }))
}

/** Imports a file sent from here or from the wishlist. Parses files for signed-in users only. */
export async function action(args: ActionFunctionArgs) {
  const api = apiFor(args)
  if (!(await api.auth.session())) return goOn(args, paths.login({ redirectTo: paths.importWishlist() }))
  const text = await readFileText(args.request, 'file')
  try {
    return data({ result: await forSignedIn(args, api.wishlist.import({ text })) })
  } catch (error) {
    // Passes on the redirect to the sign-in page.
    if (error instanceof Response && error.headers.has('location')) throw error
    return refuse('import', {}, { errors: { file: actionError(error).message } })
  }
}

export const meta: MetaFunction = () => [{ title: 'Import a wishlist | WTF' }]

export default function ImportWishlist() {
  const answer = useActionAnswer<{ result?: RouterOutputs['wishlist']['import'] }>()
  return <WishlistImportPage result={answer?.result ?? null} />
}
