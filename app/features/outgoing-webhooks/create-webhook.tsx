import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { EVENT_TYPES } from '#server/outgoing-webhooks/event-types.schema.ts'

/** The form for a new webhook. All events are selected at first. */
export function CreateWebhook() {
  const form = usePageForm('create-webhook')
  const { Form } = form
  const chosen = form.value('eventTypes')?.split(' ')
  const error = form.error('eventTypes')
  return (
    <Form {...form.props} className="grid max-w-xl gap-5">
      <input type="hidden" name="form" value="create-webhook" />
      <FormMessage>{form.message}</FormMessage>
      <Field
        form={form}
        name="url"
        type="url"
        label="URL"
        placeholder="https://example.com/webhooks"
        maxLength={500}
        required
      />
      <fieldset aria-describedby={error ? 'event-types-error' : undefined}>
        <legend className="text-sm">Events</legend>
        <ul className="mt-2 divide-y divide-line/60">
          {Object.entries(EVENT_TYPES).map(([type, description]) => (
            <li key={type}>
              <label className="tick min-h-11 !items-start py-2.5 text-sm [&_input]:mt-0.5">
                <input
                  type="checkbox"
                  name="eventTypes"
                  value={type}
                  defaultChecked={chosen === undefined || chosen.includes(type)}
                />
                <span className="min-w-0">
                  {type}
                  <span className="block text-muted">{description}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {error && (
          <p id="event-types-error" className="mt-2 text-sm text-sale">
            {error}
          </p>
        )}
      </fieldset>
      <SubmitButton form={form} busy="Creating..." className="justify-self-start">
        Create webhook
      </SubmitButton>
    </Form>
  )
}
