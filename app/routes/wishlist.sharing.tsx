import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { ClientActionFunctionArgs } from '@remix-run/react'
import { SHARING_ID } from '#app/features/wishlist/share-section.tsx'
import { actNotReached, type WishlistAct } from '#app/features/wishlist/wishlist-act.tsx'
import { actionError, apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'

export const loader = () => redirect(paths.wishlist())

/** Handles the wishlist's forms that start and stop sharing. */
export async function action(args: ActionFunctionArgs) {
  const { form, title, stays } = await parseForm(args.request)
  const { startSharing, stopSharing } = apiFor(args).wishlist
  const isStart = form === 'start' && title !== undefined
  if (!isStart && form !== 'stop') throw new Response('This page is out of date. Please reload it.', { status: 400 })
  const answer = (outcome: WishlistAct) =>
    stays === undefined ? goOn(args, `${paths.wishlist()}#${SHARING_ID}`, outcome.message) : data(outcome)
  try {
    await forSignedIn(args, isStart ? startSharing({ title }) : stopSharing())
    return await answer({
      message: isStart
        ? 'Anyone with the link can see your wishlist.'
        : 'Your wishlist is private again. The old link no longer works.',
      hasFailed: false,
    })
  } catch (error) {
    // Passes on the redirect to the sign-in page.
    if (error instanceof Response && error.headers.has('location')) throw error
    return answer({ message: actionError(error).message, hasFailed: true })
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => serverAction().catch(actNotReached)
