import { SelectField } from '#app/components/select-field.tsx'
import type { FormState } from '#app/lib/form.ts'

export type Mails = 'daily' | 'weekly' | 'off'

const MAILS: Readonly<Record<Mails, string>> = {
  daily: 'Once a day, when there is something new',
  weekly: 'Once a week, when there is something new',
  off: 'No mails',
}

/** In a list of searches. */
export const MAILS_IN_SHORT: Readonly<Record<Mails, string>> = {
  daily: 'Mailed once a day at most',
  weekly: 'Mailed once a week at most',
  off: 'No mails',
}

export function MailsField({ form, mails }: { form: FormState; mails: Mails }) {
  return (
    <SelectField
      form={form}
      name="mails"
      label="Mails"
      defaultValue={mails}
      hint="One email covers everything you follow, each item once, and never in your quiet hours."
    >
      {Object.entries(MAILS).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
