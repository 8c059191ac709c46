import { Link } from '#app/components/link.tsx'
import { Sheet, TokenForm } from '#app/components/mailed-link-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { paths } from '#app/lib/paths.ts'

const SETTINGS = { to: paths.settings('notifications'), label: 'Your notifications' }

/** The page behind the link that unsubscribes from review request emails. */
export function StopReviewRequestsPage({ token }: { token: string }) {
  const isOff = useActionAnswer<{ isOff?: boolean }>()?.isOff
  if (isOff)
    return (
      <Sheet title="You’re unsubscribed" isNews>
        <p className="mt-4 text-lg">
          You won’t get review requests any more. You can still review products on their pages, and turn the emails back
          on in{' '}
          <Link to={SETTINGS.to} className="link">
            your notifications
          </Link>
          .
        </p>
      </Sheet>
    )
  return (
    <Sheet title="Stop review requests?">
      <p className="mt-4 text-lg text-muted">You won’t get any more emails asking for reviews.</p>
      <TokenForm name="stop-requests" token={token} busy="Unsubscribing..." instead={SETTINGS}>
        Unsubscribe
      </TokenForm>
    </Sheet>
  )
}
