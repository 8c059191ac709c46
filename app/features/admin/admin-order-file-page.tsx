import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { OrderFileOrders } from '#app/parts/sales/order-file-orders.tsx'
import { ORDER_FILE_STATES } from '#app/parts/sales/order-file-states.ts'

type OrderFile = RouterOutputs['admin']['orderFile']

/** An order file, with the forms to approve or reject it while it waits. */
export function AdminOrderFilePage({ file }: { file: OrderFile }) {
  const { id, fileName, status, by, createdAt, decidedAt, reason, businessName, partnerId } = file
  return (
    <div>
      <BackLink fallback={adminPaths.adminOrderFiles()} label="Order files" />
      <h1 className="mt-4 text-(length:--text-section) leading-none wrap-anywhere">{fileName}</h1>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <StateMark {...ORDER_FILE_STATES[status]} />
        <Link to={adminPaths.adminPartner(partnerId)} className="link wrap-anywhere">
          {businessName}
        </Link>
        <span>
          <ExactTime date={createdAt} /> UTC{by && `, ${by}`}
        </span>
        {decidedAt && (
          <span>
            {' '}
            Reviewed <ExactTime date={decidedAt} /> UTC
          </span>
        )}
      </p>
      {reason && <p className="mt-4 max-w-3xl text-sm whitespace-pre-line">{reason}</p>}
      {status === 'submitted' && (
        <div className="mt-6 max-w-3xl divide-y divide-line/60 border-y border-line">
          <FileForm name="approve" fileId={id} busy="Approving..." label="Approve these orders">
            The orders become sales within minutes, and the partner owes commission on them. We email the partner.
          </FileForm>
          <Reject fileId={id} />
        </div>
      )}
      {status === 'failed' && (
        <div className="mt-6 max-w-3xl border-y border-line">
          <FileForm name="retry" fileId={id} busy="One moment..." label="Try again">
            Recording resumes within a minute. Orders already recorded are not counted again. See the log for the cause.
          </FileForm>
        </div>
      )}
      <OrderFileOrders file={file} hrefFor={(page) => adminPaths.adminOrderFile(id, { page })} />
    </div>
  )
}

/** A form with a single button. */
function FileForm({
  name,
  fileId,
  busy,
  label,
  children,
}: {
  name: 'approve' | 'retry'
  fileId: string
  busy: string
  label: string
  children: string
}) {
  const form = usePageForm(name)
  const { Form } = form
  return (
    <Form {...form.props} className="py-5">
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="fileId" value={fileId} />
      <FormMessage>{form.message}</FormMessage>
      <p className="text-sm text-pretty">{children}</p>
      <SubmitButton form={form} busy={busy} className="mt-4">
        {label}
      </SubmitButton>
    </Form>
  )
}

function Reject({ fileId }: { fileId: string }) {
  const form = usePageForm('reject')
  const { Form } = form
  return (
    <details className="ask py-2" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center text-sm">Reject</summary>
      <Form {...form.props} className="grid gap-4 pt-2 pb-3">
        <input type="hidden" name="form" value="reject" />
        <input type="hidden" name="fileId" value={fileId} />
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField form={form} name="reason" label="Reason, shown to the partner" required rows={4} />
        <SubmitButton
          form={form}
          busy="One moment..."
          look="quiet"
          className="border-sale text-sale sm:justify-self-start"
        >
          Reject this file
        </SubmitButton>
      </Form>
    </details>
  )
}
