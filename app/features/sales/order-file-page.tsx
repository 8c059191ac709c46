import { Act } from '#app/components/act-form.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { OrderFileOrders } from '#app/parts/sales/order-file-orders.tsx'
import { ORDER_FILE_STATES } from '#app/parts/sales/order-file-states.ts'

/** A file with orders: the dry run, and what the partner can do with it. */
export function OrderFilePage({
  file,
  canChange,
}: {
  file: RouterOutputs['conversionFiles']['get']
  canChange: boolean
}) {
  const { id, fileName, status, by, createdAt, count, reason, decidedAt } = file
  return (
    <>
      <BackLink fallback={dashboardPaths.orderFiles()} label="Order files" />
      <h1 className="mt-4 text-(length:--text-section) leading-none wrap-anywhere">{fileName}</h1>
      <p className="mt-3 flex flex-wrap gap-x-5 text-sm text-muted">
        <StateMark {...ORDER_FILE_STATES[status]} />
        <span>
          Read on {formatDate(createdAt)}
          {by && ` by ${by}`}
        </span>
        {decidedAt && <span>Judged on {formatDate(decidedAt)}</span>}
      </p>
      {reason && (
        <p className="notice mt-5 max-w-3xl text-sm whitespace-pre-line">
          {status === 'rejected' ? 'Why it was rejected: ' : 'A word of ours: '}
          {reason}
        </p>
      )}
      {status === 'read' && (
        <div className="mt-6 max-w-3xl">
          <p className="text-sm text-muted">
            {count > 0
              ? 'Nothing of it counts yet. Send it for approval, and we look at it; its orders come among your sales once we have approved it.'
              : 'None of its orders could be read. Why stands below.'}
          </p>
          {canChange && (
            <div className="mt-1 flex flex-wrap items-start gap-x-3 text-sm">
              {count > 0 && (
                <Act form="submit-file" fields={{ fileId: id }} busy="Sending..." isFinal look="accent">
                  Send for approval
                </Act>
              )}
              <Act form="discard-file" fields={{ fileId: id }} busy="Discarding..." isFinal>
                Discard
              </Act>
            </div>
          )}
        </div>
      )}
      {status === 'submitted' && (
        <div className="mt-6 max-w-3xl text-sm">
          <p className="text-muted">We look at it. You hear from us by mail.</p>
          {canChange && (
            <Act form="take-file-back" fields={{ fileId: id }} busy="Taking back..." isFinal>
              Take back
            </Act>
          )}
        </div>
      )}
      {status === 'failed' && (
        <p className="mt-6 max-w-3xl text-sm text-muted">
          We tried several times. We look into it and try again; you need not send the file again.
        </p>
      )}
      <OrderFileOrders file={file} hrefFor={(page) => dashboardPaths.orderFile(id, { page })} />
    </>
  )
}
