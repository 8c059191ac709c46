import { SelectField } from '#app/components/select-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import { formatCount } from '#app/lib/format.ts'
import { CurrencyOptions } from './country-and-currency.tsx'

/** A partner's currency, and the data that a change does not convert. */
export type MoneyState = RouterOutputs['partnerSettings']['currency']

export function CurrencyConsequences({ money, whose }: { money: MoneyState; whose: 'your' | 'their' }) {
  const { products, planCurrency, currency } = money
  const all = products.reduce((sum, each) => sum + each.products, 0)
  const Whose = whose === 'your' ? 'Your' : 'Their'
  return (
    <ul className="list-disc space-y-1.5 pl-5 text-sm text-pretty">
      <li>New products, imports and reports will use the new currency.</li>
      <li>
        We do not convert or relabel prices. {all > 0 ? `${Whose} ${countProducts(all)}` : 'Existing products'} and all
        existing sales and invoices keep their currency.
      </li>
      {all > 0 && (
        <li>
          To change the currency of products, export them, update the “price” and “currency” columns, and import the
          file. Products from a connected store use the store’s currency.
        </li>
      )}
      <li>
        {planCurrency
          ? `Invoices stay in ${planCurrency}, the currency of ${whose} commission plan.`
          : `Invoices are in the currency of ${whose} commission plan.`}{' '}
        Orders in {currency} still count as sales.
      </li>
    </ul>
  )
}

/** The number of products with prices in other currencies; null if there are none. */
export function OtherCurrencies({ money: { otherProducts, currency } }: { money: MoneyState }) {
  if (!otherProducts.length) return null
  const list = otherProducts.map(({ currency: other, products }) => `${countProducts(products)} in ${other}`).join(', ')
  return (
    <p className="text-sm">
      Not in {currency}: {list}. They keep these prices until they are imported again with prices in {currency}.
    </p>
  )
}

export function CurrencyField({ form, money: { currency, currencies } }: { form: FormState; money: MoneyState }) {
  return (
    <>
      <input type="hidden" name="from" value={currency} />
      <SelectField form={form} name="currency" label="New currency" required defaultValue="">
        <option value="">Choose a currency</option>
        <CurrencyOptions currencies={currencies.filter(({ code }) => code !== currency)} />
      </SelectField>
    </>
  )
}

const countProducts = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
