import { useLocation } from '@remix-run/react'
import { useState, type MouseEvent } from 'react'
import { Personal } from '#app/lib/personal-mark.tsx'
import { paths } from '#app/lib/paths.ts'
import { endedSession, useSession } from '#app/parts/session/use-session.ts'
import { askToSignIn, useWishlistIds, wishlist } from './wishlist.ts'
import { returnPath } from '#app/lib/return-path.ts'

const FORM_ID = 'wishlist-form'

interface WishlistButtonProps {
  productId: string
  productName: string
  isLabelled?: boolean
}

/** Puts a product on the wishlist or takes it off, or asks to sign in first. Without JavaScript it submits the page's WishlistForm. */
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
        type="submit"
        form={FORM_ID}
        name="productId"
        value={productId}
        onClick={onClick}
        aria-pressed={session ? isSaved : undefined}
        aria-label={`${label}: ${productName}`}
        className={isLabelled ? 'button button-quiet' : 'heart'}
      >
        <svg aria-hidden className={isSaved ? 'heart-drawing heart-full' : 'heart-drawing'}>
          <use href="#heart" />
        </svg>
        {isLabelled && (isBusy ? 'Updating...' : label)}
      </button>
    </Personal>
  )
}

/** The form that hearts submit without JavaScript. Once on every page. */
export function WishlistForm() {
  const { pathname, search } = useLocation()
  return (
    <form id={FORM_ID} method="post" action={paths.toggleWish()} hidden>
      <input type="hidden" name="redirectTo" value={returnPath({ pathname, search })} />
    </form>
  )
}

/** The drawing of all hearts. Once on every page, those with a preview of a card too. */
export function HeartDrawing() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <symbol id="heart" viewBox="0 0 24 24">
        <path d="M19 14c1.5-1.5 3-3.2 3-5.5A5.5 5.5 0 0 0 16.5 3c-1.8 0-3 .5-4.5 2-1.5-1.5-2.7-2-4.5-2A5.5 5.5 0 0 0 2 8.5c0 2.3 1.5 4 3 5.5l7 7z" />
      </symbol>
    </svg>
  )
}
