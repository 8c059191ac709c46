import { Link } from '#app/components/link.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

/** Platforms that cannot be connected yet, and the options that work for every store. */
export function OtherPlatforms() {
  return (
    <>
      <section aria-label="Wix" className="rounded-2xl border border-line/60 p-6">
        <h2 className="text-xl leading-tight text-muted">Wix</h2>
        <p className="mt-2 text-sm text-muted">Coming soon</p>
        <button type="button" disabled className="button button-quiet mt-5 w-full disabled:opacity-60">
          Connect<span className="sr-only"> Wix</span>
        </button>
      </section>
      <section aria-labelledby="today" className="rounded-2xl border border-line p-6 lg:col-span-2">
        <h2 id="today" className="text-2xl leading-tight">
          Available for every store
        </h2>
        <ul className="mt-4 grid divide-y divide-line/60 text-sm lg:grid-cols-2 lg:gap-x-10 lg:divide-y-0">
          <li className="py-3">
            <Link to={dashboardPaths.productImports()} className="link">
              Product feed
            </Link>
            <span className="block text-muted">We check a product file on your website every few hours.</span>
          </li>
          <li className="py-3">
            <Link to={dashboardPaths.productImports()} className="link">
              Product CSV
            </Link>
            <span className="block text-muted">Upload a product file at any time.</span>
          </li>
          <li className="py-3">
            <Link to={dashboardPaths.orderFiles()} className="link">
              Order CSV
            </Link>
            <span className="block text-muted">
              For past orders, or if your store cannot call our API. Orders count once we have approved the file.
            </span>
          </li>
          <li className="py-3">
            <Link to={dashboardPaths.conversionsApi()} className="link">
              Conversions API
            </Link>
            <span className="block text-muted">Send us orders from your own system, or call a signed URL.</span>
          </li>
          <li className="py-3">
            <Link to={dashboardPaths.webhooks()} className="link">
              Webhooks
            </Link>
            <span className="block text-muted">Notify your system of sales, invoices, feedback and clicks.</span>
          </li>
        </ul>
      </section>
    </>
  )
}
