import type { ChangeEvent } from 'react'
import { SelectField } from '#app/components/select-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import { currencyOfCountry } from '#server/platform/countries.schema.ts'

export type MoneyChoices = RouterOutputs['partner']['moneyChoices']

interface CountryFieldProps {
  form: FormState
  choices: MoneyChoices
  saved: string
  /** The value, if the page controls it. */
  value?: string
  onChange?: (event: ChangeEvent<HTMLSelectElement>) => void
  label?: string
}

/** The country of a business: common countries first. */
export function CountryWithCurrencyField({
  form,
  choices: { countries },
  saved,
  value,
  onChange,
  label,
}: CountryFieldProps) {
  return (
    <SelectField
      form={form}
      name="country"
      label={label ?? 'Country'}
      autoComplete="country"
      required
      defaultValue={saved}
      {...(value !== undefined && { value })}
      {...(onChange && { onChange })}
    >
      <option value="">Choose your country</option>
      {countries.usual.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
      <optgroup label="All countries">
        {countries.others.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}

interface CountryAndCurrencyProps {
  form: FormState
  choices: MoneyChoices
  /** The answers, if the page controls them. Otherwise the fields keep their own state. */
  answers?: { country: string; currency: string; onAnswer: (answer: { country?: string; currency?: string }) => void }
  isMarked?: boolean
}

/** The country and currency of a new partner. A country sets its currency until the user chooses another. */
export function CountryAndCurrency({ form, choices, answers, isMarked = false }: CountryAndCurrencyProps) {
  const onCountry = ({ currentTarget: { value } }: ChangeEvent<HTMLSelectElement>) => {
    const currency = suggestCurrency(choices, value)
    if (answers) return answers.onAnswer({ country: value, ...(currency && { currency }) })
    const field = form.props.ref.current?.elements.namedItem('currency')
    if (field instanceof HTMLSelectElement && currency) field.value = currency
  }
  const mark = isMarked ? ' *' : ''
  return (
    <>
      <CountryWithCurrencyField
        form={form}
        choices={choices}
        saved=""
        label={`Country${mark}`}
        {...(answers && { value: answers.country })}
        onChange={onCountry}
      />
      <SelectField
        form={form}
        name="currency"
        label={`Currency you sell in${mark}`}
        hint="The currency of the prices in your store. You can change it until your first sale."
        required
        defaultValue=""
        {...(answers && {
          value: answers.currency,
          onChange: ({ currentTarget: { value } }) => answers.onAnswer({ currency: value }),
        })}
      >
        <option value="">Choose your currency</option>
        <CurrencyOptions currencies={choices.currencies} />
      </SelectField>
    </>
  )
}

export const CurrencyOptions = ({ currencies }: { currencies: MoneyChoices['currencies'] }) =>
  currencies.map(({ code, name }) => (
    <option key={code} value={code}>
      {code}, {name}
    </option>
  ))

function suggestCurrency({ currencies }: MoneyChoices, country: string): string | null {
  const wanted = currencyOfCountry(country)
  return currencies.some(({ code }) => code === wanted) ? wanted : null
}
