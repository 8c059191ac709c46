import { useRouteLoaderData } from '@remix-run/react'
import type { RouterOutputs } from './api-types.ts'

/** What the root tells every page. */
export interface RootData {
  /** Null: nobody is signed in. */
  session: RouterOutputs['auth']['session']
  /** The products on the viewer's wishlist, as of when the page was loaded. */
  wishlistIds: readonly string[]
  /** What happened on the wishlist and was not seen yet. */
  wishlistNews: number
  /** Passes a closed site by the cookie, not by being an administrator. */
  hasBypass: boolean
}

/** Undefined where the root could not be loaded. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined
}
