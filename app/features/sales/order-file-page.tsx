import { Act } from '#app/components/act-form.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { OrderFileOrders } from '#app/parts/sales/order-file-orders.tsx'
import { ORDER_FILE_STATES } from '#app/parts/sales/order-file-states.ts'

/** An order file: the dry run and the possible actions. */
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
          Uploaded on {formatDate(createdAt)}
          {by && ` by ${by}`}
        </span>
        {decidedAt && <span>Reviewed on {formatDate(decidedAt)}</span>}
      </p>
      {reason && (
        <p className="notice mt-5 max-w-3xl text-sm whitespace-pre-line">
          {status === 'rejected' ? 'Reason for rejection: ' : 'Our comment: '}
          {reason}
        </p>
      )}
      {status === 'read' && (
        <div className="mt-6 max-w-3xl">
          <p className="text-sm text-muted">
            {count > 0
              ? 'These orders do not count yet. Send the file for approval. Once we approve it, the orders appear in your sales.'
              : 'We could not read any orders in this file. See the reasons below.'}
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
          <p className="text-muted">We are reviewing this file and will email you.</p>
          {canChange && (
            <Act form="take-file-back" fields={{ fileId: id }} busy="Withdrawing..." isFinal>
              Withdraw
            </Act>
          )}
        </div>
      )}
      {status === 'failed' && (
        <p className="mt-6 max-w-3xl text-sm text-muted">
          Processing failed several times. We will look into it and retry. You do not need to send the file again.
        </p>
      )}
      <OrderFileOrders file={file} hrefFor={(page) => dashboardPaths.orderFile(id, { page })} />
    </>
  )
}
