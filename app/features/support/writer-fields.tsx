import { Field } from '#app/components/field.tsx'
import type { FormState } from '#app/lib/form.ts'

/** The signed-in user. */
export interface Writer {
  name: string
  email: string
}

/** The writer's name and address. For a signed-in user the account's address is used. */
export function WriterFields({ form, writer }: { form: FormState; writer: Writer | null }) {
  return (
    <>
      <Field
        form={form}
        name="name"
        label="Name"
        autoComplete="name"
        required
        {...(writer && { defaultValue: writer.name })}
      />
      {writer ? (
        <div className="min-w-0">
          <p className="flex min-h-7 items-baseline text-sm text-muted">Email</p>
          <p className="mt-1 flex min-h-12 items-center [overflow-wrap:anywhere]">{writer.email}</p>
        </div>
      ) : (
        <Field form={form} name="email" label="Email" type="email" autoComplete="email" required />
      )}
    </>
  )
}
