import { useActionData } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { Sheet, TokenForm } from '#app/components/mailed-link-page.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

const SETTINGS = { to: dashboardPaths.storeSettings('notifications'), label: 'Your notifications' }

/** The target of the link that ends one kind of mails about a store. */
export function StopStoreMailPage({ token }: { token: string }) {
  const isOff = useActionData<{ isOff?: boolean }>()?.isOff
  if (isOff)
    return (
      <Sheet title="No more of these mails" isNews>
        <p className="mt-4 text-lg">
          We write no more of them to you. You can ask for them again in{' '}
          <Link to={SETTINGS.to} className="link">
            your notifications
          </Link>
          .
        </p>
      </Sheet>
    )
  return (
    <Sheet title="No more of these mails?">
      <p className="mt-4 text-lg text-muted">Mails of the kind that this link came with end, for you alone.</p>
      <TokenForm name="stop-mail" token={token} busy="Unsubscribing..." instead={SETTINGS}>
        Unsubscribe
      </TokenForm>
    </Sheet>
  )
}
