import { Link } from '#app/components/link.tsx'
import { Sheet, TokenForm } from '#app/components/mailed-link-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

const SETTINGS = { to: dashboardPaths.storeSettings('notifications'), label: 'Your notifications' }

/** The page behind the link that unsubscribes from one kind of email about a store. */
export function StopStoreMailPage({ token }: { token: string }) {
  const isOff = useActionAnswer<{ isOff?: boolean }>()?.isOff
  if (isOff)
    return (
      <Sheet title="You are unsubscribed" isNews>
        <p className="mt-4 text-lg">
          You won't get these emails any more. You can turn them on again in{' '}
          <Link to={SETTINGS.to} className="link">
            your notifications
          </Link>
          .
        </p>
      </Sheet>
    )
  return (
    <Sheet title="Stop these emails?">
      <p className="mt-4 text-lg text-muted">
        You will stop getting this type of email. Your colleagues will still get it.
      </p>
      <TokenForm name="stop-mail" token={token} busy="Unsubscribing..." instead={SETTINGS}>
        Unsubscribe
      </TokenForm>
    </Sheet>
  )
}
