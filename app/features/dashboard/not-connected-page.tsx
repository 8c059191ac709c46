import { Form } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

interface NotConnectedPageProps {
  isGranted: boolean
  message: string
  /** The approval's state if the partner still has to decide on the currency; null if the approval has ended. */
  asked: string | null
}

/** Shown if the store's admin redirected back here, but the store is not connected (yet). */
export function NotConnectedPage({ isGranted, message, asked }: NotConnectedPageProps) {
  return (
    <>
      <h1 className="mb-7 text-(length:--text-section) leading-none">
        {asked === null ? 'Your store is not connected' : 'Your store sells in another currency'}
      </h1>
      <div role="alert" className="notice max-w-[64ch] border-sale">
        <p>{message}</p>
        {isGranted && (
          <p>
            {asked === null
              ? 'Your store may have created a key that we did not save. You can revoke it'
              : 'If you don’t connect, you can revoke the key that your store created'}{' '}
            under WooCommerce &gt; Settings &gt; Advanced &gt; REST API.
          </p>
        )}
      </div>
      {asked === null ? (
        <p className="mt-6">
          <Link to={dashboardPaths.connectStore()} className="button button-accent">
            Back to Connect Store
          </Link>
        </p>
      ) : (
        <Form method="post" className="mt-6 flex flex-wrap gap-2">
          <input type="hidden" name="state" value={asked} />
          <button type="submit" name="takesCurrency" value="on" className="button button-accent min-h-12 px-7">
            Change my currency and connect
          </button>
          <Link to={dashboardPaths.connectStore()} className="button button-quiet min-h-12 px-7">
            Keep my currency and don’t connect
          </Link>
        </Form>
      )}
    </>
  )
}
