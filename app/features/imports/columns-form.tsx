import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { OWN_FIELDS, type OwnField } from '#server/importing/own-fields.schema.ts'
import type { ImportDetail } from './import-states.ts'

/** Rarely used fields, shown only if a column fits. */
const RARE = /^image_([2-9]|10)$|_[23]$|^image_colours$/
const NAMES: Partial<Record<OwnField, string>> = {
  handle: 'Product ID (the same on all rows of a product)',
  gtin: 'GTIN or EAN',
  colour_hex: 'Colour code, such as #1f3a5f',
  description_html: 'Description (HTML)',
  product_url: 'Product page in your store',
  original_price: 'Original price',
  sale_price: 'Sale price, if separate from the regular price',
  sale_starts: 'First day of the sale price',
  sale_ends: 'Last day of the sale price',
  images: 'Pictures (several in one cell)',
  image_alts: 'Picture descriptions, separated by |',
  image_1: 'Picture',
  sku: 'SKU',
}
const nameOf = (field: OwnField) =>
  NAMES[field] ?? (field.charAt(0).toUpperCase() + field.slice(1)).replaceAll('_', ' ')

/** The form that assigns the file's columns to fields, with its first rows as a preview. */
export function ColumnsForm({ columns }: { importId: string; columns: NonNullable<ImportDetail['columns']> }) {
  const form = usePageForm('columns')
  const { header, rows, mapping, required } = columns
  const isRequired = (field: OwnField) => required.includes(field)
  const asked = [
    ...required,
    ...OWN_FIELDS.filter((field) => !isRequired(field) && (!RARE.test(field) || mapping[field] !== undefined)),
  ]
  const place = (field: OwnField) => (mapping as Partial<Record<OwnField, number>>)[field]
  return (
    <section aria-labelledby="columns" className="mt-8">
      <h2 id="columns" className="text-xl">
        Match your columns
      </h2>
      <p className="mt-2 max-w-[70ch] text-sm text-muted">
        The file needs one row for each variant. We remember your choices for the next file with the same columns.
      </p>
      {mapping.handle === undefined && required.includes('handle') && (
        <p className="mt-2 max-w-[70ch] text-sm text-muted">
          We found no product ID column. Choose a column with a different value for each product, and the same value in
          all rows of a product. If there is none, the product name usually works.
        </p>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the table */}
      <div className="mt-4 overflow-x-auto border-y border-line" tabIndex={0} role="region" aria-label="First rows">
        <table className="text-sm">
          <thead>
            <tr className="text-left text-xs text-muted">
              {header.map((name, index) => (
                <th key={index} scope="col" className="max-w-60 py-2 pr-5 font-normal whitespace-nowrap">
                  {name || `Column ${index + 1}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row} className="border-t border-line">
                {header.map((_, index) => (
                  <td key={index} className="max-w-60 truncate py-2 pr-5">
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form.Form {...form.props} className="mt-6">
        <input type="hidden" name="form" value="columns" />
        <FormMessage>{form.message}</FormMessage>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {asked.map((field) => (
            <label key={field} className="text-sm">
              <span className="text-muted">
                {nameOf(field)}
                {isRequired(field) && ' (required)'}
              </span>
              <select
                name={field}
                defaultValue={form.value(field) ?? String(place(field) ?? '')}
                aria-invalid={form.error(field) ? true : undefined}
                className="field mt-1 min-h-11 w-full"
              >
                <option value="">Not in the file</option>
                {header.map((name, index) => (
                  <option key={index} value={index}>
                    {name || `Column ${index + 1}`}
                  </option>
                ))}
              </select>
              {form.error(field) && <span className="mt-1 block text-sale">{form.error(field)}</span>}
            </label>
          ))}
        </div>
        <SubmitButton form={form} busy="Reading..." className="mt-6 px-7">
          Read the file
        </SubmitButton>
      </form.Form>
    </section>
  )
}
