import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { toast } from '#app/lib/toast.ts'
import { MAX_FLAG_REASON } from '#server/feedback/customer-feedback-values.schema.ts'
import { itemHref, type Item } from './customer-feedback-address.ts'
import { itemProblemOf } from './item-act.tsx'
import { useItemForm } from './use-item-form.ts'

/** The form that asks us to review an item. @param props.onDone set in a dialog */
export function FlagForm({ item, onDone }: { item: Item; onDone?: () => void }) {
  const form = useItemForm(
    'flag',
    onDone &&
      (() => {
        toast.set({ tone: 'plain', title: 'Flagged', text: 'Our team will review it.' })
        onDone()
      }),
    (answer) => toast.set({ tone: 'error', title: 'Not flagged', text: itemProblemOf(answer) }),
  )
  const { Form } = form
  return (
    <Form {...form.props} action={itemHref(item)} className="mt-5 grid gap-4">
      <input type="hidden" name="form" value="flag" />
      {!onDone && <input type="hidden" name="from" value="page" />}
      <FormMessage>{form.message}</FormMessage>
      <TextAreaField
        form={form}
        name="reason"
        label="What is the problem?"
        hint={`Our team will review it. Until then ${item.kind === 'review' ? 'the review stays published' : 'nothing changes'}. A low rating alone is not a reason to remove a review. Up to ${MAX_FLAG_REASON} characters.`}
        rows={3}
        defaultValue={item.flagReason}
        className="[&_textarea]:min-h-24"
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton form={form} busy="One moment..." className="px-6">
          {item.flaggedAt ? 'Change the reason' : 'Flag'}
        </SubmitButton>
        {onDone && (
          <button type="button" onClick={onDone} className="button button-quiet">
            Cancel
          </button>
        )}
      </div>
    </Form>
  )
}
