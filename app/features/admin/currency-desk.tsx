import { Field } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import {
  CurrencyConsequences,
  CurrencyField,
  OtherCurrencies,
  type MoneyState,
} from '#app/parts/partners/currency-change.tsx'
import { Ask, DeskForm } from './desk-form.tsx'
import { Fact, FactList } from './fact-list.tsx'

/** A partner's currency, which administrators can also change after its first sale. */
export function CurrencyDesk({ businessName, money }: { businessName: string; money: MoneyState }) {
  const form = usePageForm('change-currency')
  const { currency, store, hasSales } = money
  return (
    <div>
      <FactList title="Currency">
        <Fact name="Currency">
          {currency}
          <span className="block text-muted">
            {hasSales
              ? 'The store has sales, so only an administrator can change the currency.'
              : 'The store has no sales yet, so the owner can also change the currency.'}
          </span>
        </Fact>
        {store && (
          <Fact name="Connected store">
            {store.shopName}, {store.currency}
          </Fact>
        )}
      </FactList>
      <div className="mt-3">
        <OtherCurrencies money={money} />
      </div>
      <Ask label="Change currency" who={`of ${businessName}`} form={form}>
        <CurrencyConsequences money={money} whose="their" />
        <DeskForm form="change-currency" fields={{}} button="Change currency" state={form}>
          <CurrencyField form={form} money={money} />
          <Field form={form} name="reason" label="Reason, for the audit log" required />
        </DeskForm>
      </Ask>
    </div>
  )
}
