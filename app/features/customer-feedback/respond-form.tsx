import { useEffect, useState } from 'react'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { forgetDraft, useKeptForm } from '#app/lib/kept-form.ts'
import { toast } from '#app/lib/toast.ts'
import { MAX_RESPONSE } from '#server/feedback/customer-feedback-values.schema.ts'
import { itemHref, type Item } from './customer-feedback-address.ts'
import { ItemAct, itemProblemOf } from './item-act.tsx'
import { useItemForm } from './use-item-form.ts'

/**
 * The form to answer an item. The typed text stays until it has been sent.
 * @param props.onDone set in a dialog
 * @param props.onChanged set in a dialog; called if another person has changed the item
 */
export function RespondForm({
  item,
  onDone,
  onChanged,
}: {
  item: Item
  onDone?: () => void
  onChanged?: (item: Item) => void
}) {
  const draft = `response-${item.id}`
  const form = useKeptForm(
    useItemForm(
      'respond',
      onDone &&
        (({ isMailed }) => {
          forgetDraft(draft)
          toast.set({
            tone: 'plain',
            title: 'Response Sent',
            text: isMailed
              ? `We will email ${item.author}.`
              : item.kind === 'review'
                ? 'It appears below the review.'
                : '',
          })
          onDone()
        }),
      (answer) => {
        toast.set({ tone: 'error', title: 'Failed to send response', text: itemProblemOf(answer) })
        if (answer.item) onChanged?.(answer.item)
      },
    ),
    { draft, limits: { response: MAX_RESPONSE } },
  )
  const { ref, onInput } = form.props
  // Only JavaScript disables the button. Without it, the server reports the missing text.
  const [isBlank, setBlank] = useState(false)
  const look = () => setBlank(!ref.current?.querySelector('textarea')?.value.trim())
  useEffect(() => setBlank(!ref.current?.querySelector('textarea')?.value.trim()), [ref])
  const { Form } = form
  return (
    <>
      <Form
        {...form.props}
        action={itemHref(item)}
        className="mt-5 grid gap-4"
        onInput={(event) => {
          onInput(event)
          look()
        }}
      >
        <input type="hidden" name="form" value="respond" />
        {!onDone && <input type="hidden" name="from" value="page" />}
        <input type="hidden" name="seen" value={item.responseDate?.toISOString() ?? ''} />
        {item.kind === 'review' && <input type="hidden" name="revision" value={item.revision} />}
        <FormMessage>{form.message}</FormMessage>
        <TextAreaField
          form={form}
          name="response"
          label="Your response"
          hint={hintFor(item)}
          rows={5}
          defaultValue={item.response ?? ''}
          className="[&_textarea]:min-h-32"
        />
        <div className="flex flex-wrap items-center gap-3">
          <fieldset disabled={isBlank} className="contents">
            <SubmitButton form={form} busy="Sending..." className="px-6 disabled:opacity-50">
              Send Response
            </SubmitButton>
          </fieldset>
          {onDone && (
            <button type="button" onClick={onDone} className="button button-quiet">
              Cancel
            </button>
          )}
        </div>
      </Form>
      {item.kind === 'review' && item.response !== null && (
        <ItemAct item={item} form="withdraw" done="Response withdrawn" {...(onDone && { onDone })}>
          Withdraw the response
        </ItemAct>
      )}
    </>
  )
}

/** Explains who reads the answer, and whether an email is sent. */
function hintFor({ kind, author, response, isReachable }: Item): string {
  const most = `Up to ${MAX_RESPONSE.toLocaleString('en')} characters.`
  if (!isReachable)
    return kind === 'review'
      ? `Your response is public and appears below the review. ${author} no longer has an account and will not get an email. ${most}`
      : `${author} no longer has an account and will not get an email. We keep your response with the feedback. ${most}`
  if (response !== null) return `We emailed ${author} your first response. We do not email edits. ${most}`
  return kind === 'review'
    ? `Your response is public and appears below the review. We will email it to ${author} once. ${most}`
    : `We will email it to ${author} only. Neither of you can see the other’s email address. ${most}`
}
