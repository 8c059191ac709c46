import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import type { FindingKind } from '#server/importing/imports.schema.ts'
import type { ImportDetail } from './import-states.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

export type Findings = RouterOutputs['imports']['findings'] & { kind: FindingKind; page: number }

interface Difference {
  field: string
  before: string | number | null
  after: string | number | null
  variant?: string
}

const EMPTY: Record<FindingKind, string> = {
  created: 'No new products.',
  changed: 'No changed products.',
  gone: 'No missing products.',
  refused: 'No rejected rows.',
  warning: 'No warnings.',
  limit: 'Nothing exceeds your limits.',
}
const WORDS = lookup({
  productUrl: 'product page',
  originalPrice: 'original price',
  sku: 'SKU',
  gtin: 'GTIN',
  variantUrl: 'variant page',
  colourHex: 'swatch',
})

/** The findings of the dry run by kind. */
export function FindingsTable({
  given,
  findings: { kind, page, pages, count, findings },
  currency,
}: {
  given: ImportDetail
  findings: Findings
  currency: string
}) {
  const { id, created, changed, unchanged, goneCount, refused, warnings, overLimit } = given
  const tabs: Array<[FindingKind, string, number]> = [
    ['created', 'New', created],
    ['changed', 'Changed', changed],
    ['gone', 'Missing', goneCount],
    ['refused', 'Rejected', refused],
    ['warning', 'Warnings', warnings],
    ['limit', 'Over limit', overLimit],
  ]
  const reasonName =
    kind === 'changed' ? 'Changes' : kind === 'created' ? 'Price and stock' : kind === 'gone' ? null : 'Reason'
  return (
    <section aria-label="Import results" className="mt-10">
      <StateTabs
        label="Type of result"
        tabs={tabs.map(([key, name, total]) => ({
          name,
          count: total,
          href: dashboardPaths.productImport(id, { kind: key }),
          isCurrent: key === kind,
        }))}
      />
      <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 text-xs text-muted">
        <span>{unchanged === 1 ? '1 product unchanged.' : `${formatCount(unchanged)} products unchanged.`}</span>
        {tabs.some(([, , total]) => total > 0) && (
          <a href={dashboardPaths.importFindings(id)} className="link min-h-11 content-center" download>
            Download all as CSV
          </a>
        )}
      </p>
      {findings.length === 0 ? (
        <p className="mt-4 border-t border-line pt-4 text-sm text-muted">{EMPTY[kind]}</p>
      ) : (
        <table className="mt-4 w-full border-t border-line text-sm">
          <thead className="max-md:sr-only">
            <tr className="border-b border-line text-left text-xs text-muted">
              <th scope="col" className="w-20 py-2 pr-5 font-normal">
                Line
              </th>
              <th scope="col" className="py-2 pr-5 font-normal">
                Product
              </th>
              {reasonName && (
                <th scope="col" className="py-2 font-normal">
                  {reasonName}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {findings.map(({ place, line, handle, productName, reason, differences }) => (
              <tr key={place} className="border-b border-line align-baseline max-md:block max-md:py-3">
                <td className="text-muted tabular-nums max-md:inline max-md:pr-2 md:py-2.5 md:pr-5">
                  {line > 0 && (
                    <>
                      <span className="md:sr-only">Line </span>
                      {formatCount(line)}
                    </>
                  )}
                </td>
                <td className="[overflow-wrap:anywhere] max-md:inline md:max-w-80 md:py-2.5 md:pr-5">
                  {productName || handle || (line > 0 ? 'Unknown' : 'Whole file')}
                  {productName !== '' && (
                    <span className="block text-xs text-muted max-md:inline max-md:pl-2">{handle}</span>
                  )}
                </td>
                {reasonName && (
                  <td className="text-muted [overflow-wrap:anywhere] max-md:block max-md:pt-1 md:py-2.5">
                    {reason}
                    {(differences as unknown as Difference[]).slice(0, 8).map((difference, index) => (
                      <DifferenceLine key={index} difference={difference} currency={currency} />
                    ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pages > 1 && (
        <Pagination
          page={page}
          totalPages={pages}
          hrefFor={(to) => dashboardPaths.productImport(id, { kind, page: to })}
        />
      )}
      {count > pages * 50 && pages > 0 && (
        <p className="mt-3 text-xs text-muted">
          Showing the first {formatCount(pages * 50)} of {formatCount(count)}.
        </p>
      )}
    </section>
  )
}

function DifferenceLine({ difference, currency }: { difference: Difference; currency: string }) {
  const { field, before, after, variant } = difference
  const isPrice = field === 'price' || field === 'originalPrice'
  const show = (value: Difference['before']) =>
    value === null || value === ''
      ? 'none'
      : typeof value === 'number'
        ? isPrice
          ? formatMoney(value, currency)
          : formatCount(value)
        : value
  return (
    <span className="block">
      {WORDS[field] ?? field}
      {variant && ` (${variant})`}: <del className="decoration-line">{show(before)}</del> →{' '}
      <ins className="text-text no-underline">{show(after)}</ins>
    </span>
  )
}
