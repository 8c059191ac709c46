import { useEffect } from 'react'
import { useWishlistNews } from './wishlist-news.ts'

/** Shows the number of news on the installed app's icon: from the wishlist and saved searches. */
export function useAppBadge(isSignedIn: boolean): void {
  const news = useWishlistNews()
  const shown = isSignedIn ? news : 0
  useEffect(() => {
    // Not available without the app, or without permission for notifications.
    if ('setAppBadge' in navigator) navigator.setAppBadge(shown).catch(() => undefined)
  }, [shown])
}
