import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { SHARING_ID } from '#app/features/wishlist/share-section.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { readForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'

export const loader = () => redirect(paths.wishlist())

/** The forms of the wishlist that share it and stop it. */
export async function action(args: ActionFunctionArgs) {
  const { form, title = '' } = await readForm(args.request)
  const api = apiFor(args).wishlist
  const back = `${paths.wishlist()}#${SHARING_ID}`
  try {
    if (form === 'stop') {
      await forSignedIn(args, api.stopSharing())
      return await goOn(args, back, 'Your wishlist is yours alone again. The old link leads nowhere.')
    }
    await forSignedIn(args, api.startSharing({ title }))
    return await goOn(args, back, 'Whoever has the link can see your wishlist.')
  } catch (error) {
    // A redirect to sign in first.
    if (error instanceof Response && error.headers.has('location')) throw error
    return goOn(args, back, actionError(error).message)
  }
}
