import { MEASURE_NAMES, MEASURES, type Unit } from '#server/sizing/measures-values.schema.ts'
import { writeSpan } from '#server/sizing/parse-measure.schema.ts'
import type { SizeRow } from '#server/sizing/size-ladder.schema.ts'

/** A size table for shoppers, with body measurements. @param props.marked the label of the shopper's own size */
export function SizeTableView({
  rows,
  unit,
  marked,
  caption,
}: {
  rows: ReadonlyArray<Pick<SizeRow, 'label' | 'body'>>
  unit: Unit
  marked?: string | undefined
  caption: string
}) {
  const measures = MEASURES.filter((measure) => rows.some(({ body }) => body[measure]))
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the table
    <div className="overflow-x-auto rounded-2xl border border-line" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="px-4 py-3 font-normal">
              Size
            </th>
            {measures.map((measure) => (
              <th key={measure} scope="col" className="px-4 py-3 font-normal whitespace-nowrap">
                {MEASURE_NAMES[measure]}, {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, body }) => (
            <tr key={label} className={`border-t border-line ${label === marked ? 'bg-raised' : ''}`}>
              <th scope="row" className="px-4 py-3 text-left font-semibold whitespace-nowrap">
                {label}
                {label === marked && <span className="ml-2 text-xs font-normal text-accent">your size</span>}
              </th>
              {measures.map((measure) => (
                <td key={measure} className="px-4 py-3 whitespace-nowrap tabular-nums">
                  {body[measure] ? writeSpan(body[measure], unit) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
