import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

/** The download of our plugin for WooCommerce stores. */
export function StorePlugin() {
  return (
    <DashboardPanel title="Plugin for your store">
      <div className="mt-3 max-w-[56ch] space-y-3 text-sm">
        <p>
          Optional but recommended. WooCommerce forgets which link a shopper came from when the browser is closed. Our
          plugin keeps the click ID in a cookie for 30 days and saves it with the order.
        </p>
        <p className="text-muted">
          In your store’s admin, open Plugins &gt; Add New Plugin &gt; Upload Plugin, choose the file, and activate it.
          It is free software (GPL) in a single file, so you can read what it does.
        </p>
      </div>
      <p className="mt-4">
        <a href={dashboardPaths.wooCommercePlugin()} download className="button button-quiet">
          Download the plugin
        </a>
      </p>
    </DashboardPanel>
  )
}
