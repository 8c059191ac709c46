import Download from 'lucide-react/icons/download'
import { Link } from '#app/components/link.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import type { OwnPartner } from './own-partner.ts'
import { SettingsFrame } from './settings-frame.tsx'

interface FileRow {
  label: string
  format: string
  holds: string
  to: string
}

const FILES: ReadonlyArray<{ id: string; title: string; hint: string; files: readonly FileRow[] }> = [
  {
    id: 'products',
    title: 'Products',
    hint: 'Includes drafts and archived products, with all variants.',
    files: [
      {
        label: 'Products in WTF format',
        format: 'CSV',
        holds: 'All product data. You can edit this file and import it again.',
        to: dashboardPaths.productExportFile({ format: 'wtf', status: 'all' }),
      },
      {
        label: 'Products for Shopify',
        format: 'CSV',
        holds: 'Ready to import into a Shopify store.',
        to: dashboardPaths.productExportFile({ format: 'shopify', status: 'all' }),
      },
    ],
  },
  {
    id: 'money',
    title: 'Sales and money',
    hint: 'Your sales and the commission owed.',
    files: [
      {
        label: 'Sales',
        format: 'CSV',
        holds: 'Every sale matched to a click, with status and commission.',
        to: dashboardPaths.salesFile(),
      },
      {
        label: 'Ledger',
        format: 'NDJSON',
        holds: 'Every commission entry, in JSON Lines format.',
        to: dashboardPaths.ledgerFile(),
      },
      {
        label: 'Ledger verifier',
        format: 'Program',
        holds: 'Run it with Node.js to check every total in the ledger.',
        to: dashboardPaths.ledgerVerifier(),
      },
    ],
  },
  {
    id: 'visitors',
    title: 'Shoppers',
    hint: 'Totals only, never names.',
    files: [
      {
        label: 'Views, clicks and sales by day',
        format: 'CSV',
        holds: 'Daily figures for the last year.',
        to: dashboardPaths.analyticsFile({ period: 'year' }),
      },
      {
        label: 'Demand',
        format: 'CSV',
        holds: 'Where shoppers drop off before buying, by product.',
        to: dashboardPaths.demandFile(),
      },
      {
        label: 'Reviews and feedback',
        format: 'CSV',
        holds: 'Product reviews and messages to you, with your replies.',
        to: dashboardPaths.customerFeedbackFile(),
      },
    ],
  },
  {
    id: 'store',
    title: 'Store profile',
    hint: 'Settings and page content.',
    files: [
      {
        label: 'Store',
        format: 'JSON',
        holds: 'Profile, policies, page texts and images (published and draft), promotions, codes and agreements.',
        to: dashboardPaths.storeFile(),
      },
    ],
  },
]

/** Links to every file that a store can download, in one place. */
export function ExportTab({ partner }: { partner: OwnPartner }) {
  return (
    <SettingsFrame
      title="Export"
      lead="Your data belongs to you. Download it at any time. Each file contains the latest data."
    >
      {FILES.map(({ id, title, hint, files }) => (
        <Section key={id} id={id} title={title} hint={hint}>
          <ul className="divide-y divide-line">
            {files.map(({ label, format, holds, to }) => (
              <li key={to} className="py-3 first:pt-0">
                <a href={to} download className="link inline-flex min-h-11 items-center gap-2">
                  <Download aria-hidden size={18} /> {label} ({format})
                </a>
                <p className="text-sm text-muted">{holds}</p>
              </li>
            ))}
            {id === 'money' && (
              <li className="py-3">
                <Link to={dashboardPaths.invoices()} className="link inline-flex min-h-11 items-center">
                  Invoices (PDF)
                </Link>
                <p className="text-sm text-muted">Download each one from its own page.</p>
              </li>
            )}
            {id === 'products' && (
              <li className="py-3">
                <a href={paths.merchantFeed(partner.id)} className="link inline-flex min-h-11 items-center gap-2">
                  <Download aria-hidden size={18} /> For Google Merchant Center (XML)
                </a>
                <p className="text-sm text-muted">
                  Your listed products, with one item per variant. Google can read this URL without signing in. The feed
                  is empty while your store is closed.
                </p>
              </li>
            )}
          </ul>
        </Section>
      ))}
      <p className="mt-8 text-sm text-muted">
        For a copy of your personal account data, go to{' '}
        <Link to={paths.settings('privacy')} className="link">
          Download my data
        </Link>
        .
      </p>
    </SettingsFrame>
  )
}
