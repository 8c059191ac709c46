import { Field, type FieldProps } from './field.tsx'

/** A six-digit code from an email or an app, which phones can autofill. Spaces are accepted. */
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
