import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useLoaderData, useRouteError, type ClientActionFunctionArgs } from '@remix-run/react'
import { ErrorPage } from '#app/features/shell/error-page.tsx'
import { actNotReached, type WishlistAct } from '#app/features/wishlist/wishlist-act.tsx'
import { SignedOutWishlist, UnloadedWishlist, WishlistPage } from '#app/features/wishlist/wishlist-page.tsx'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { parseFields } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import { safePath } from '#server/auth/auth.schema.ts'
import { wishlistInput } from '#server/wishlist/wishlist.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const query = wishlistInput.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!(await api.auth.session())) return { query, siteUrl: siteUrlFor(args), loaded: null }
  // Only the list is required. The page works without the rest.
  const [wishlist, events, analytics, recommendations, sharing, newInNews] = await Promise.all([
    api.wishlist.list(query),
    api.wishlist.events().catch(() => []),
    api.wishlist.analytics().catch(() => null),
    api.wishlist.recommendations().catch(() => []),
    api.wishlist.share().catch(() => null),
    api.newIn.unseen().catch(() => 0),
  ])
  return {
    query,
    siteUrl: siteUrlFor(args),
    loaded: { wishlist, events, analytics, recommendations, sharing, newInNews },
  }
}

/** Adds or removes items, clears the list, undoes a removal, or marks events as seen. */
export async function action(args: ActionFunctionArgs) {
  const fields = await parseFields(args.request)
  const text = (name: string) => String(fields.get(name) ?? '')
  const { wishlist } = apiFor(args)
  const acts: Record<string, { failure: string; carryOut: () => Promise<Omit<WishlistAct, 'hasFailed'>> }> = {
    clear: { failure: 'Failed to clear wishlist', carryOut: () => wishlist.clear().then(undoable) },
    undo: { failure: 'Failed to add items', carryOut: () => wishlist.undoRemoval({ batchId: text('batchId') }) },
    add: {
      failure: 'Failed to add items',
      carryOut: () => wishlist.bulkAdd({ productIds: fields.getAll('productId').map(String) }),
    },
    seen: {
      failure: 'This was not saved. Please try again.',
      carryOut: () => wishlist.markEventsSeen({ until: text('until') }).then(() => ({ message: 'Marked as seen' })),
    },
    remove: {
      failure: fields.has('only') ? 'Error: Failed to remove item from wishlist' : 'Failed to remove items',
      carryOut: () =>
        wishlist
          .bulkRemove({ itemIds: fields.has('only') ? [text('only')] : fields.getAll('itemId').map(String) })
          .then(undoable),
    },
  }
  const back = safePath(text('back') || paths.wishlist())
  const answer = (outcome: WishlistAct) => (fields.has('stays') ? data(outcome) : goOn(args, back, outcome.message))
  const act = Object.hasOwn(acts, text('form')) ? acts[text('form')] : undefined
  const isEmpty = text('form') === 'remove' && !fields.has('only') && !fields.has('itemId')
  if (!act) throw new Response('This page is out of date. Please reload it.', { status: 400 })
  if (isEmpty) return answer({ message: 'Choose what to remove.', hasFailed: true })
  const outcome = await act.carryOut().then(
    ({ message, batchId }): WishlistAct => ({ message, batchId, hasFailed: false }),
    async (error: unknown): Promise<WishlistAct | null> => {
      if (!(error instanceof Response)) return { message: act.failure, hasFailed: true }
      if (error.status === 401) return null
      const isKnown = error.status === 404 || error.status === 409
      return { message: isKnown ? await error.text() : act.failure, hasFailed: true }
    },
  )
  if (!outcome) return goOn(args, paths.login({ redirectTo: back }), 'Please log in to manage your wishlist')
  return answer(outcome)
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => serverAction().catch(actNotReached)

/** Offers an undo only if something was removed. */
const undoable = ({ batchId, removed, message }: { batchId: string; removed: number; message: string }) =>
  removed ? { batchId, message } : { message }

export const meta: MetaFunction = () => [{ title: 'Wishlist | WTF' }]

export default function Wishlist() {
  const { loaded, query, siteUrl } = useLoaderData<typeof loader>()
  return useSession() && loaded ? <WishlistPage {...loaded} query={query} siteUrl={siteUrl} /> : <SignedOutWishlist />
}

export function ErrorBoundary() {
  return isRouteErrorResponse(useRouteError()) ? <ErrorPage /> : <UnloadedWishlist />
}
