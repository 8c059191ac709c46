import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { usePageForm } from '#app/lib/form.ts'
import type { Line } from './statement-line.tsx'

/** The form that reopens the invoice of a recorded payment. */
export function UndoPayment({ line: { id, invoice } }: { line: Line }) {
  const name = `undo ${id}`
  const form = usePageForm(name)
  const { Form } = form
  return (
    <details className="ask" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">
        Undo<span className="sr-only"> the payment of {invoice?.number}</span>
      </summary>
      <Form {...form.props} className="grid max-w-md gap-4 pt-1 pb-3">
        <input type="hidden" name="form" value={name} />
        <input type="hidden" name="lineId" value={id} />
        <FormMessage>{form.message}</FormMessage>
        <p className="text-muted">
          {invoice?.number} is reopened, and we email your reason to the partner. You can do this only once.
        </p>
        <TextAreaField
          form={form}
          name="reason"
          label="Reason, shown to the partner"
          rows={2}
          maxLength={300}
          required
        />
        <SubmitButton form={form} busy="Undoing..." look="quiet" className="justify-self-start px-7">
          Undo this payment
        </SubmitButton>
      </Form>
    </details>
  )
}
