import { Field, type FieldProps } from './field.tsx'

/** Six digits from an email or an app, which phones offer to fill in. With blanks in between they are taken, too. */
export function CodeField({ form }: Pick<FieldProps, 'form'>) {
  return (
    <Field
      form={form}
      name="code"
      label="6-digit code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      required
    />
  )
}
