import { Link } from '#app/components/link.tsx'
import { Sheet, TokenForm } from '#app/components/mailed-link-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { paths } from '#app/lib/paths.ts'

const SETTINGS = { to: paths.settings('notifications'), label: 'Your notifications' }

/** The page behind the link that ends the emails about a wishlist. */
export function WishlistUnsubscribePage({ token }: { token: string }) {
  const isOff = useActionAnswer<{ isOff?: boolean }>()?.isOff
  if (isOff)
    return (
      <Sheet title="You’re unsubscribed" isNews>
        <p className="mt-4 text-lg">
          You won’t get price or stock emails any more. Your wishlist still shows changes, and you can turn emails back
          on in{' '}
          <Link to={SETTINGS.to} className="link">
            your notifications
          </Link>
          .
        </p>
        <p className="mt-8">
          <Link to={paths.wishlist()} className="button button-accent">
            View your wishlist
          </Link>
        </p>
      </Sheet>
    )
  return (
    <Sheet title="Stop wishlist emails?">
      <p className="mt-4 text-lg text-muted">You won’t get price or stock emails about your wishlist any more.</p>
      <TokenForm name="unsubscribe" token={token} busy="Unsubscribing..." instead={SETTINGS}>
        Unsubscribe
      </TokenForm>
    </Sheet>
  )
}
