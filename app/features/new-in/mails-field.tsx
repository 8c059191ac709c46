import { SelectField } from '#app/components/select-field.tsx'
import type { FormState } from '#app/lib/form.ts'

export type Mails = 'daily' | 'weekly' | 'off'

const MAILS: Readonly<Record<Mails, string>> = {
  daily: 'Daily, if there is something new',
  weekly: 'Weekly, if there is something new',
  off: 'No emails',
}

/** The short labels in a list of searches. */
export const MAILS_IN_SHORT: Readonly<Record<Mails, string>> = {
  daily: 'Daily emails',
  weekly: 'Weekly emails',
  off: 'No emails',
}

export function MailsField({ form, mails }: { form: FormState; mails: Mails }) {
  return (
    <SelectField
      form={form}
      name="mails"
      label="Emails"
      defaultValue={mails}
      hint="One email covers everything you follow. We mention each item once, and send nothing during your quiet hours."
    >
      {Object.entries(MAILS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
