import { Link } from '#app/components/link.tsx'
import type { OwnPartner } from './own-partner.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { formatProducts } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

/** The ways to import products. */
export function IntegrationsTab({ partner: { websiteUrl, products } }: { partner: OwnPartner }) {
  return (
    <SettingsFrame title="Integrations" lead="Connections between WTF and your store.">
      <Section id="store" title="Your store" hint="Where shoppers buy your products.">
        <p className="[overflow-wrap:anywhere]">{websiteUrl ?? 'No website yet.'}</p>
        <p className="mt-4">
          <Link to={dashboardPaths.connectStore()} className="button button-quiet">
            Connect Store
          </Link>
        </p>
      </Section>
      <Section id="files" title="Files" hint="Import a CSV file, such as a Shopify export.">
        <p>{products ? `${formatProducts(products)} on WTF.` : 'No products yet.'}</p>
        <p className="mt-4">
          <Link to={dashboardPaths.productImports()} className="button button-quiet">
            Import products
          </Link>
        </p>
      </Section>
    </SettingsFrame>
  )
}
