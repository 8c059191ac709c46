import { Form, useSubmit } from '@remix-run/react'
import { Link } from '#app/components/link.tsx'
import { formatProducts } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

const FORMATS = [
  ['wtf', 'WTF format', 'One row for each variant, with all product data. You can edit this file and import it again.'],
  ['shopify', 'Shopify', 'Ready to import into a Shopify store.'],
] as const
const STATES = [
  ['all', 'All'],
  ['active', 'Active'],
  ['draft', 'Drafts'],
  ['archived', 'Archived'],
] as const

interface ExportPageProps {
  format: string
  status: string
  products: number
}

/** The partner's products as a file. */
export function ExportPage({ format, status, products }: ExportPageProps) {
  const submit = useSubmit()
  return (
    <>
      <p className="eyebrow">Products</p>
      <h1 className="mt-2 mb-7 text-(length:--text-section) leading-none">Export products</h1>
      <Form method="get" onChange={(event) => void submit(event.currentTarget, { replace: true })} className="max-w-xl">
        <fieldset>
          <legend className="text-sm text-muted">Format</legend>
          {FORMATS.map(([value, name, help]) => (
            <label key={value} className="flex min-h-11 gap-3 py-2 text-sm">
              <input type="radio" name="format" value={value} defaultChecked={format === value} className="mt-1" />
              <span>
                {name}
                <span className="block text-muted">{help}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label className="mt-4 block text-sm">
          <span className="text-muted">Products</span>
          <select name="status" defaultValue={status} className="field mt-1 block min-h-11 w-full">
            {STATES.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <button type="submit" className="button button-quiet mt-4">
            Count products
          </button>
        </noscript>
      </Form>
      <p role="status" className="mt-6 text-sm text-muted">
        {formatProducts(products)}. Images from your own store are included as links. Images you uploaded to WTF are not
        included.
      </p>
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        {products > 0 && (
          <a href={dashboardPaths.productExportFile({ format, status })} className="button button-accent" download>
            Download CSV
          </a>
        )}
        <Link to={dashboardPaths.productImports()} className="link min-h-11 content-center text-sm">
          Import products
        </Link>
      </p>
    </>
  )
}
