import { useRouteLoaderData } from '@remix-run/react'
import type { RouterOutputs } from './api-types.ts'
import type { Reader } from '#server/site/reader.schema.ts'

/** The root loader's data for every page. */
export interface RootData {
  /** Null for visitors without a session. */
  session: RouterOutputs['auth']['session']
  /** The product ids on the viewer's wishlist at page load, separated by spaces. */
  wishlistIds: string
  /** The number of unseen wishlist events. */
  wishlistNews: number
  /** True if the visitor passes a closed site by the cookie, not as an administrator. */
  hasBypass: boolean
  /** The browser's display settings. */
  reader: Reader
}

/** Returns undefined if the root could not be loaded. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined
}

const idsOf = new WeakMap<RootData, readonly string[]>()

/** Returns the product ids on the wishlist; the same array for the same data. */
export function wishlistIdsOf(root: RootData): readonly string[] {
  const known = idsOf.get(root) ?? root.wishlistIds.split(' ').filter(Boolean)
  idsOf.set(root, known)
  return known
}
