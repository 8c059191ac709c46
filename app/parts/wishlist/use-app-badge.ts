import { useEffect } from 'react'
import { useWishlistNews } from './wishlist-news.ts'

/** Shows on the icon of the installed app how much is new: on the wishlist, and in saved searches. */
export function useAppBadge(isSignedIn: boolean): void {
  const news = useWishlistNews()
  const shown = isSignedIn ? news : 0
  useEffect(() => {
    // Without the app, or without leave to notify, there is nothing to show it on.
    if ('setAppBadge' in navigator) navigator.setAppBadge(shown).catch(() => undefined)
  }, [shown])
}
