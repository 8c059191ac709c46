import { useLocation } from '@remix-run/react'
import { useState, type MouseEvent } from 'react'
import { Personal } from '#app/lib/personal-mark.tsx'
import { paths } from '#app/lib/paths.ts'
import { endedSession, useSession } from '#app/parts/session/use-session.ts'
import { askToSignIn, useWishlistIds, wishlist } from './wishlist.ts'
import { returnPath } from '#app/lib/return-path.ts'

const FORM_ID = 'wish'

interface WishlistButtonProps {
  productId: string
  productName: string
  isLabelled?: boolean
}

/**
 * Adds a product to the wishlist or removes it, or asks to sign in first. Without JavaScript it submits the page's
 * WishlistForm.
 */
export function WishlistButton({ productId, productName, isLabelled = false }: WishlistButtonProps) {
  const session = useSession()
  const wishlistIds = useWishlistIds()
  const pressed = wishlist.pressed.use().get(productId)
  const [isBusy, setBusy] = useState(false)
  const isSaved = session !== null && (pressed ?? wishlistIds.includes(productId))
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    if (!session) return askToSignIn(productId)
    setBusy(true)
    void wishlist.set(productId, !isSaved).then((isSignedIn) => {
      setBusy(false)
      if (isSignedIn) return
      endedSession.set(session)
      askToSignIn(productId)
    })
  }
  const label = isSaved ? 'In Wishlist' : 'Add to Wishlist'
  return (
    <Personal of={productId}>
      <button
        form={FORM_ID}
        name="productId"
        value={productId}
        onClick={onClick}
        aria-pressed={session ? isSaved : undefined}
        aria-label={`${label}: ${productName}`}
        className={isLabelled ? 'heart-button button button-quiet' : 'heart'}
      >
        {isLabelled && (isBusy ? 'Updating...' : label)}
      </button>
    </Personal>
  )
}

/** The form that hearts submit without JavaScript. Render it once per page. */
export function WishlistForm() {
  const { pathname, search } = useLocation()
  return (
    <form id={FORM_ID} method="post" action={paths.toggleWish()} hidden>
      <input type="hidden" name="redirectTo" value={returnPath({ pathname, search })} />
    </form>
  )
}
