import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import { CATEGORY_NAMES, PRIORITY_NAMES } from '#app/parts/tickets/ticket-names.ts'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { useKeptForm } from '#app/lib/kept-form.ts'
import { paths } from '#app/lib/paths.ts'
import {
  MAX_LENGTH,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  type TicketCategory,
} from '#server/support/ticket-values.schema.ts'
import { MessageReceived } from './message-received.tsx'
import { WriterFields, type Writer } from './writer-fields.tsx'

const LIMITS = { name: MAX_LENGTH.name, subject: MAX_LENGTH.subject, description: MAX_LENGTH.description }

/** The ticket form, or the reference of the ticket that was sent. */
export function TicketForm({ writer, category }: { writer: Writer | null; category: TicketCategory }) {
  const written = useActionAnswer<{ ticket?: RouterOutputs['support']['openTicket'] }>()?.ticket
  if (written) return <MessageReceived {...written} draft="ticket" again={`${paths.support()}#ticket`} />
  return <EmptyForm writer={writer} category={category} />
}

function EmptyForm({ writer, category }: { writer: Writer | null; category: TicketCategory }) {
  const form = useKeptForm(usePageForm('ticket'), { draft: 'ticket', limits: LIMITS })
  const { Form } = form
  return (
    <Form {...form.props} preventScrollReset className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <input type="hidden" name="form" value="ticket" />
      <WriterFields form={form} writer={writer} />
      <Field form={form} name="subject" label="Subject" required className="sm:col-span-2" />
      <SelectField form={form} name="category" label="Category" defaultValue={category}>
        {TICKET_CATEGORIES.map((each) => (
          <option key={each} value={each}>
            {CATEGORY_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <SelectField form={form} name="priority" label="Priority" defaultValue="normal">
        {TICKET_PRIORITIES.map((each) => (
          <option key={each} value={each}>
            {PRIORITY_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        form={form}
        name="description"
        label="Description"
        required
        hint="Up to 5,000 characters, as plain text."
        className="sm:col-span-2"
      />
      <div className="grid gap-4 sm:col-span-2">
        <FormMessage>{form.message}</FormMessage>
        <SubmitButton form={form} busy="Sending..." className="w-full sm:w-auto sm:justify-self-start">
          Send ticket
        </SubmitButton>
      </div>
    </Form>
  )
}
