import { useLocation } from '@remix-run/react'
import { Heart } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { paths } from '#app/lib/paths.ts'
import { endedSession, useSavedIds, useSession } from '#app/lib/use-session.ts'
import { askToSignIn, pressedHearts, saveHeart } from '#app/lib/wishlist.ts'
import { returnPath } from '#app/lib/return-path.ts'

const FORM_ID = 'heart-form'

interface HeartButtonProps {
  productId: string
  productName: string
  isLabelled?: boolean
}

/** Saves a product, or asks to sign in first. Without JavaScript it sends the page's HeartForm. */
export function HeartButton({ productId, productName, isLabelled = false }: HeartButtonProps) {
  const session = useSession()
  const savedIds = useSavedIds()
  const pressed = pressedHearts.use().get(productId)
  const [isBusy, setBusy] = useState(false)
  const isSaved = session !== null && (pressed ?? savedIds.includes(productId))
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    if (!session) return askToSignIn(productId)
    setBusy(true)
    void saveHeart(productId, !isSaved).then((isSignedIn) => {
      setBusy(false)
      if (isSignedIn) return
      endedSession.set(session)
      askToSignIn(productId)
    })
  }
  const label = isSaved ? 'In Wishlist' : 'Add to Wishlist'
  return (
    <button
      type="submit"
      form={FORM_ID}
      name="productId"
      value={productId}
      onClick={onClick}
      aria-pressed={session ? isSaved : undefined}
      aria-label={`${label}: ${productName}`}
      className={isLabelled ? 'button button-quiet' : 'icon-button bg-ink/70 text-text hover:bg-ink/90'}
    >
      <Heart aria-hidden size={isLabelled ? 18 : 20} strokeWidth={1.6} className={isSaved ? 'fill-accent text-accent' : ''} />
      {isLabelled && (isBusy ? 'Updating...' : label)}
    </button>
  )
}

/** Stands once on every page: what hearts send where there is no JavaScript. */
export function HeartForm() {
  const { pathname, search } = useLocation()
  return (
    <form id={FORM_ID} method="post" action={paths.toggleWish()} hidden>
      <input type="hidden" name="redirectTo" value={returnPath({ pathname, search })} />
    </form>
  )
}
