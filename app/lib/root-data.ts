import { useRouteLoaderData } from '@remix-run/react'
import type { RouterOutputs } from './api-types.ts'
import type { Reader } from '#server/site/reader.schema.ts'

/** What the root tells every page. */
export interface RootData {
  /** Null for visitors without a session. */
  session: RouterOutputs['auth']['session']
  /** The product ids on the viewer's wishlist when the page was loaded, separated by spaces. */
  wishlistIds: string
  /** What happened on the wishlist and was not seen yet. */
  wishlistNews: number
  /** Passes a closed site by the cookie, not by being an administrator. */
  hasBypass: boolean
  /** How this browser sees the shop. */
  reader: Reader
}

/** Undefined where the root could not be loaded. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined
}

const idsOf = new WeakMap<RootData, readonly string[]>()

/** The products on the wishlist; the same array for the same data. */
export function wishlistIdsOf(root: RootData): readonly string[] {
  const known = idsOf.get(root) ?? root.wishlistIds.split(' ').filter(Boolean)
  idsOf.set(root, known)
  return known
}
