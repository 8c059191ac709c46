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
    hint: 'Drafts and archived ones too, with all variants.',
    files: [
      {
        label: 'Products, our columns',
        format: 'CSV',
        holds: 'Everything that we keep of a product. Importing it again changes nothing.',
        to: dashboardPaths.productExportFile({ format: 'wtf', status: 'all' }),
      },
      {
        label: 'Products for Shopify',
        format: 'CSV',
        holds: "The columns of Shopify's own export, to take them to a store there.",
        to: dashboardPaths.productExportFile({ format: 'shopify', status: 'all' }),
      },
    ],
  },
  {
    id: 'money',
    title: 'Sales and money',
    hint: 'What was sold, and what is owed for it.',
    files: [
      {
        label: 'Sales',
        format: 'CSV',
        holds: 'Every sale that found its click, with its state and commission.',
        to: dashboardPaths.salesFile(),
      },
      {
        label: 'Ledger',
        format: 'NDJSON',
        holds: 'Every entry that makes what you owe, one JSON object a line.',
        to: dashboardPaths.ledgerFile(),
      },
      {
        label: 'What recounts the ledger',
        format: 'Program',
        holds: 'Run it with Node on the ledger: it says whether every sum holds.',
        to: dashboardPaths.ledgerVerifier(),
      },
    ],
  },
  {
    id: 'visitors',
    title: 'Shoppers',
    hint: 'Counted, never by name.',
    files: [
      {
        label: 'Views, clicks and sales by day',
        format: 'CSV',
        holds: 'The figures of Analytics, a line a day.',
        to: dashboardPaths.analyticsFile(),
      },
      {
        label: 'Demand',
        format: 'CSV',
        holds: 'Where shoppers are lost between looking and buying, product by product.',
        to: dashboardPaths.demandFile(),
      },
      {
        label: 'Reviews and feedback',
        format: 'CSV',
        holds: 'What shoppers wrote of your products and to you, with your answers.',
        to: dashboardPaths.customerFeedbackFile(),
      },
    ],
  },
  {
    id: 'store',
    title: 'The store itself',
    hint: 'What is not a list.',
    files: [
      {
        label: 'Store',
        format: 'JSON',
        holds:
          'Profile, policies, texts and pictures of your page (published and drafted), promotions, codes, agreements.',
        to: dashboardPaths.storeFile(),
      },
    ],
  },
]

/** Everything of a store's that can be taken along, in one place. */
export function ExportTab({ partner }: { partner: OwnPartner }) {
  return (
    <SettingsFrame
      title="Export"
      lead="What is yours you can take along, whenever you like. Each file is written as you ask for it."
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
                <p className="text-sm text-muted">Each has its own file, on its page.</p>
              </li>
            )}
            {id === 'products' && (
              <li className="py-3">
                <a href={paths.merchantFeed(partner.id)} className="link inline-flex min-h-11 items-center gap-2">
                  <Download aria-hidden size={18} /> For Google Merchant Center (XML)
                </a>
                <p className="text-sm text-muted">
                  What is listed just now, an item for each variant. The address needs no sign-in, so Google can read it
                  by itself; while the store is not open there is nothing at it.
                </p>
              </li>
            )}
          </ul>
        </Section>
      ))}
      <p className="mt-8 text-sm text-muted">
        Your own account is another thing:{' '}
        <Link to={paths.settings('privacy')} className="link">
          Download my data
        </Link>
        .
      </p>
    </SettingsFrame>
  )
}
