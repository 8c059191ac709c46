import type { Sale } from './sale.ts'
import { ExactTime } from '#app/components/exact-time.tsx'

/** The partner's disputes of a sale, and our decisions. */
export function SaleDisputes({ disputes }: Pick<Sale, 'disputes'>) {
  return (
    <ul className="grid gap-3">
      {disputes.map(({ reason, openedAt, outcome, decision, decidedAt }) => (
        <li key={openedAt.getTime()} className="wrap-anywhere">
          <p className="whitespace-pre-line">{reason}</p>
          <p className="text-xs text-muted">
            Disputed <ExactTime date={openedAt} /> UTC
          </p>
          {outcome && decidedAt ? (
            <>
              <p className="mt-2 font-medium">{outcome === 'stands' ? 'Sale upheld' : 'Sale voided'}</p>
              <p className="whitespace-pre-line">{decision}</p>
              <p className="text-xs text-muted">
                Decided by WTF <ExactTime date={decidedAt} /> UTC
              </p>
            </>
          ) : (
            <p className="mt-1 text-muted">
              We are reviewing the dispute. We won’t confirm or invoice the sale before we decide.
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
