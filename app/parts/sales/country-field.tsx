import { SelectField } from '#app/components/select-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'

export type Countries = RouterOutputs['account']['countries']

/** The country of a company. */
export function CountryField({
  form,
  countries: { usual, others },
  defaultValue,
}: {
  form: FormState
  countries: Countries
  defaultValue: string
}) {
  const options = (some: Countries['usual']) =>
    some.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))
  return (
    <SelectField form={form} name="country" label="Country" defaultValue={defaultValue}>
      <option value="">Choose a country</option>
      {options(usual)}
      <optgroup label="Other countries">{options(others)}</optgroup>
    </SelectField>
  )
}
