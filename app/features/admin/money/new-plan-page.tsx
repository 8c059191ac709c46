import { Link } from '#app/components/link.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { SelectField } from '#app/components/select-field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { MAX_TIERS, PLAN_CURRENCIES } from '#server/sales/plans/plans.schema.ts'
import type { Plan } from './plan-words.ts'

export type PlanPreview = RouterOutputs['admin']['money']['previewPlan']

/** The form for a plan version, with a preview based on last month's sales. */
export function NewPlanPage({ from, preview }: { from: Plan | null; preview: PlanPreview | undefined }) {
  const form = usePageForm('plan')
  const { Form } = form
  const button = { form, busy: 'One moment...', look: 'quiet', className: 'px-7', name: 'act' } as const
  const limit = (value: number | null | undefined) =>
    value === null || value === undefined || !from
      ? ''
      : from.basis === 'sales_count'
        ? String(value)
        : toAmount(value, from.currency)
  return (
    <>
      <div className="mt-4">
        <BackLink fallback={adminPaths.adminPlans()} label="Plans" />
      </div>
      <h1 className="mt-2 text-(length:--text-section) leading-tight">New plan version</h1>
      <p className="mt-2 max-w-[64ch] text-sm text-muted">
        To create the next version of a plan, use the same name. A version applies to a partner only after they accept
        it.
      </p>
      {preview && <Preview preview={preview} />}
      <Form {...form.props} className="mt-8 grid max-w-3xl gap-4">
        <input type="hidden" name="form" value="plan" />
        <FormMessage>{form.message ?? form.error('tiers')}</FormMessage>
        <Field form={form} name="name" label="Name" defaultValue={from?.name ?? ''} maxLength={60} required />
        <SelectField form={form} name="basis" label="Tiers are based on" defaultValue={from?.basis ?? 'sales_value'}>
          <option value="sales_value">Monthly sales value</option>
          <option value="sales_count">Monthly number of sales</option>
        </SelectField>
        <SelectField form={form} name="currency" label="Currency" defaultValue={from?.currency ?? 'GBP'}>
          {PLAN_CURRENCIES.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
        <Field
          form={form}
          name="lockDays"
          label="Days from payment until a sale is confirmed"
          defaultValue={String(from?.lockDays ?? 30)}
          inputMode="numeric"
          required
        />
        <SelectField
          form={form}
          name="codesEarn"
          label="Orders matched only by code"
          defaultValue={from?.codesEarn ? 'yes' : 'no'}
        >
          <option value="no">No commission</option>
          <option value="yes">Commission is due</option>
        </SelectField>
        <p className="text-sm text-muted">
          Enter the lowest tier first. Each tier starts where the previous one ends, and the last has no upper limit.
          Leave unused rows empty.
        </p>
        {Array.from({ length: MAX_TIERS }, (_, index) => {
          const tier = from?.tiers[index]
          return (
            <fieldset key={index} className="grid gap-x-4 gap-y-2 sm:grid-cols-3">
              <legend className="sr-only">Tier {index + 1}</legend>
              <Field
                form={form}
                name={`tier${index}Name`}
                label={`Tier ${index + 1}`}
                defaultValue={tier?.name ?? ''}
              />
              <Field
                form={form}
                name={`tier${index}UpTo`}
                label="Up to"
                defaultValue={limit(tier?.upTo)}
                inputMode="decimal"
              />
              <Field
                form={form}
                name={`tier${index}Rate`}
                label="Rate in %"
                defaultValue={tier ? String(tier.rateBps / 100) : ''}
                inputMode="decimal"
              />
            </fieldset>
          )
        })}
        <div className="flex flex-wrap gap-3">
          <SubmitButton {...button} value="preview">
            Preview on past sales
          </SubmitButton>
          <SubmitButton {...button} value="write">
            Save this version
          </SubmitButton>
        </div>
      </Form>
    </>
  )
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function Preview({ preview: { month, currency, partners, all, leftOut } }: { preview: PlanPreview }) {
  const money = (minor: number) => formatMoney(minor, currency)
  const signed = (minor: number) => `${minor > 0 ? '+' : ''}${money(minor)}`
  return (
    <section className="mt-8 max-w-3xl text-sm" aria-labelledby="preview">
      <h2 id="preview" className="text-xl">
        Preview for {MONTH.format(month)}
      </h2>
      <p className="mt-2">
        {all.sales === 0
          ? `There were no sales in ${currency} that month.`
          : `${formatCount(all.sales)} ${all.sales === 1 ? 'sale' : 'sales'} by ${formatCount(all.partners)} ${all.partners === 1 ? 'partner' : 'partners'}: ${money(all.newMinor)} commission instead of ${money(all.oldMinor)}, ${signed(all.newMinor - all.oldMinor)}.`}
      </p>
      <p className="mt-1 text-muted">
        This includes the month’s confirmed and expected sales, as if every partner had accepted this version.
        {leftOut.inOtherCurrency > 0 &&
          ` ${leftOut.inOtherCurrency === 1 ? '1 sale by a partner' : `${formatCount(leftOut.inOtherCurrency)} sales by partners`} billed in another currency ${leftOut.inOtherCurrency === 1 ? 'is' : 'are'} not included.`}
        {leftOut.isCut && ' Only the first 20,000 sales are included.'}
        {all.partners > partners.length && ` Showing the ${partners.length} partners with the largest changes.`}
      </p>
      <ul className="mt-3 border-t border-line">
        {partners.map(({ partnerId, businessName, sales, oldMinor, newMinor }) => (
          <li key={partnerId} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5">
            <Link to={adminPaths.adminPartner(partnerId)} className="link wrap-anywhere">
              {businessName}
            </Link>
            <span className="tabular-nums">
              {formatCount(sales)} {sales === 1 ? 'sale' : 'sales'}: {money(oldMinor)} to {money(newMinor)},{' '}
              {signed(newMinor - oldMinor)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
