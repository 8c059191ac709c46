import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { usePageForm } from '#app/lib/form.ts'
import type { Sale } from '#app/parts/sales/sale.ts'
import { DAYS_TO_DISPUTE, DISPUTABLE } from '#server/sales/disputes/disputes.schema.ts'

export const canDispute = ({ status, disputes, order }: Sale, now: Date): boolean =>
  DISPUTABLE.some((each) => each === status) &&
  disputes.length === 0 &&
  now.getTime() <= order.orderedAt.getTime() + DAYS_TO_DISPUTE * 86_400_000

export function DisputeSale({ sale: { id } }: { sale: Sale }) {
  const form = usePageForm('dispute')
  const { Form } = form
  return (
    <details className="ask mt-4 text-sm" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center">Dispute this sale</summary>
      <Form {...form.props} className="grid max-w-2xl gap-4 pt-1 pb-3">
        <input type="hidden" name="form" value="dispute" />
        <input type="hidden" name="saleId" value={id} />
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField
          form={form}
          name="reason"
          label="Why do you think this sale did not come from WTF?"
          hint="We will review it and email you our findings. You can dispute a sale once."
          required
          rows={3}
        />
        <SubmitButton form={form} busy="Sending..." look="quiet" className="justify-self-start px-7">
          Send dispute
        </SubmitButton>
      </Form>
    </details>
  )
}
