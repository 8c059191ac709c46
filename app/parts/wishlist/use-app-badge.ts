import { useEffect } from 'react'
import { useWishlistNews } from './wishlist-news.ts'

/** Shows the number of unseen wishlist and saved-search updates on the installed app's icon. */
export function useAppBadge(isSignedIn: boolean): void {
  const news = useWishlistNews()
  const shown = isSignedIn ? news : 0
  useEffect(() => {
    // The badge is not available without the app, or without permission for notifications.
    if ('setAppBadge' in navigator) navigator.setAppBadge(shown).catch(() => undefined)
  }, [shown])
}
