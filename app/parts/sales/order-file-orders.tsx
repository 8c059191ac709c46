import { DataTable, type Column } from '#app/components/data-table/data-table.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'

type OrderFile = RouterOutputs['conversionFiles']['get']
type FileOrder = OrderFile['orders'][number]

const OUTCOMES: Record<FileOrder['outcome'], string> = {
  new: 'A new sale',
  known: 'Already recorded. We will update any details that differ.',
  refused: 'Rejected: already recorded in another currency, or already reported by the Shopify store',
}

const FORESIGHT = 'Preview'
const COLUMNS: Array<Column<FileOrder>> = [
  {
    name: 'Line',
    className: 'order-6 text-muted tabular-nums',
    isLeftOutOnPhones: true,
    cell: ({ line }) => formatCount(line),
  },
  {
    name: 'Ordered (UTC)',
    className: 'order-4 whitespace-nowrap text-muted tabular-nums',
    cell: ({ orderedAt }) => <ExactTime date={orderedAt} />,
  },
  {
    name: 'Order',
    className: 'order-1 min-w-0 font-medium wrap-anywhere lg:max-w-60',
    cell: ({ name }) => name,
  },
  {
    name: 'Products',
    className: 'order-3 col-span-2 min-w-0 wrap-anywhere lg:max-w-80',
    cell: ({ products, lines }) =>
      products.join(', ') + (lines > products.length ? ` and ${lines - products.length} more` : ''),
  },
  {
    name: 'Click',
    className: 'order-5 col-span-2 text-muted',
    cell: ({ clickId, isClickKnown }) => (
      <>
        <span className="lg:hidden">Click: </span>
        {clickId === null
          ? 'None'
          : isClickKnown
            ? 'Matches a visit to this store'
            : 'Not recognised, or for another store'}
      </>
    ),
  },
  {
    name: FORESIGHT,
    className: ({ outcome }) => `order-5 col-span-2 ${outcome === 'refused' ? 'text-sale' : ''}`,
    cell: ({ outcome }) => OUTCOMES[outcome],
  },
  {
    name: 'Value',
    isAtEnd: true,
    className: 'order-2 whitespace-nowrap tabular-nums',
    cell: ({ valueMinor, currency }) => formatMoney(valueMinor, currency),
  },
]

/** The contents of an order file: unreadable rows, and the result or preview of the others. */
export function OrderFileOrders({ file, hrefFor }: { file: OrderFile; hrefFor: (page: number) => string }) {
  const isJudged = file.status === 'approved' || file.status === 'failed'
  const { problems, orders, count, page, totalPages, outcome, status, isRecorded, failure, nextAt } = file
  return (
    <>
      {isJudged && (
        <section aria-labelledby="outcome" className="mt-8">
          <h2 id="outcome" className="text-xl">
            Result
          </h2>
          <p className="mt-2 text-sm" role="status">
            {status === 'failed' && `We could not record some of the orders in this file. ${failure} `}
            {status === 'approved' &&
              !isRecorded &&
              (nextAt ? (
                <>
                  Some orders have not been recorded yet. {failure} We will try again at <ExactTime date={nextAt} />{' '}
                  UTC.{' '}
                </>
              ) : (
                'We are recording the orders in this file. This takes a few minutes. '
              ))}
            {outcome &&
              `${formatCount(outcome.recorded)} recorded, ${formatCount(outcome.unchanged)} already recorded, ${outcome.held ? `${formatCount(outcome.held)} on hold until the owner confirms them on the Sales page, ` : ''}${formatCount(outcome.refused)} rejected.`}
          </p>
          {outcome && outcome.reasons.length > 0 && (
            <ul className="mt-3 space-y-1 text-sm text-muted">
              {outcome.reasons.map(({ orderId, reason }) => (
                <li key={orderId} className="wrap-anywhere">
                  {orderId}: {reason}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {problems.length > 0 && (
        <section aria-labelledby="problems" className="mt-8">
          <h2 id="problems" className="text-xl">
            Rejected{' '}
          </h2>
          <p className="mt-2 text-sm text-muted">
            These orders were left out. Correct the rows and upload the file again. Orders we have already recorded will
            not be counted twice.
          </p>
          <ul className="mt-4 border-t border-line text-sm">
            {problems.map(({ line, reason }, index) => (
              <li key={index} className="flex gap-5 border-b border-line py-2">
                <span className="w-20 shrink-0 text-muted tabular-nums">Line {formatCount(line)}</span>
                <span className="min-w-0 wrap-anywhere">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="orders" className="mt-8">
        <h2 id="orders" className="text-xl">
          {count === 1 ? '1 order' : `${formatCount(count)} orders`}
        </h2>
        <DataTable
          rows={orders}
          columns={isJudged ? COLUMNS.filter(({ name }) => name !== FORESIGHT) : COLUMNS}
          empty={<p className="mt-4 border-t border-line pt-4 text-sm text-muted">We could not read any orders.</p>}
          paging={{ page, totalPages, hrefFor }}
        />
      </section>
    </>
  )
}
