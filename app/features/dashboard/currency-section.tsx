import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { usePageForm } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import {
  CurrencyConsequences,
  CurrencyField,
  OtherCurrencies,
  type MoneyState,
} from '#app/parts/partners/currency-change.tsx'

/** The store's currency. Its owner can change it until the first sale. */
export function CurrencySection({ money, isOwner }: { money: MoneyState; isOwner: boolean }) {
  const form = usePageForm('currency')
  const { Form } = form
  const { currency, hasSales, store, otherProducts } = money
  return (
    <div className="mt-10">
      <Section
        id="currency"
        title="Currency"
        hint={`New products are priced in ${currency}, and your reports are in ${currency}.`}
      >
        <div className="grid gap-4">
          <OtherCurrencies money={money} />
          {otherProducts.length > 0 && (
            <Link to={dashboardPaths.ownProducts()} className="link justify-self-start text-sm">
              Export your products
            </Link>
          )}
          {!isOwner ? (
            <p className="text-sm text-muted">Only the store owner can change the currency.</p>
          ) : hasSales ? (
            <p className="text-sm text-muted">
              You already have sales, so only our team can change your currency.{' '}
              <Link to={paths.contact({ subject: 'Change our currency' })} className="link">
                Contact us
              </Link>
            </p>
          ) : store?.currency === currency ? (
            <p className="text-sm text-muted">
              Your currency comes from your connected store {store.shopName}, which sells in {store.currency}. To change
              it, disconnect the store first.
            </p>
          ) : (
            <details className="ask" open={form.isRefused}>
              <summary className="link inline-flex min-h-11 items-center text-sm">Change currency</summary>
              <div className="grid max-w-[52ch] gap-4 pt-2 pb-3">
                <CurrencyConsequences money={money} whose="your" />
                <Form {...form.props} className="grid gap-4">
                  <input type="hidden" name="form" value="currency" />
                  <FormMessage>{form.message}</FormMessage>
                  <CurrencyField form={form} money={money} />
                  <SubmitButton form={form} busy="Changing..." look="quiet" className="justify-self-start">
                    Change currency
                  </SubmitButton>
                </Form>
              </div>
            </details>
          )}
        </div>
      </Section>
    </div>
  )
}
