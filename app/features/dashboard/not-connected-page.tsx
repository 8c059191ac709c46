import { Link } from '#app/components/link.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

/** Shown if a store's admin redirected back here and the store could not be connected. */
export function NotConnectedPage({ isGranted, message }: { isGranted: boolean; message: string }) {
  return (
    <>
      <h1 className="mb-7 text-(length:--text-section) leading-none">Your store is not connected</h1>
      <div role="alert" className="notice max-w-[64ch] border-sale">
        <p>{message}</p>
        {isGranted && (
          <p>
            Your store may have created a key that we did not keep. You can revoke it under WooCommerce &gt; Settings
            &gt; Advanced &gt; REST API.
          </p>
        )}
      </div>
      <p className="mt-6">
        <Link to={dashboardPaths.connectStore()} className="button button-accent">
          Back to Connect Store
        </Link>
      </p>
    </>
  )
}
