import { formatRate } from '#server/partners/commission.schema.ts'
import { dueRule, ordinal } from '#server/partners/terms.values.ts'
import { bracketWords, PlanTiers, type Plan } from './plan-tiers.tsx'

/** Describes a plan's terms. All pages that show terms to partners use this wording. */
function termsInWords({ currency, terms: { clickDays, lockDays, codesEarn, dueDay } }: Plan) {
  return [
    {
      name: 'Click window',
      short: `${clickDays} days`,
      text: `${clickDays} days. An order counts if the shopper visited your store through WTF in the ${clickDays} days before it.`,
    },
    {
      name: 'Lock period',
      short: `${lockDays} days after payment`,
      text: `${lockDays} days after payment, we confirm the sale. Earlier refunds and cancellations reduce or remove its commission. The lock period is separate from your returns period.`,
    },
    {
      name: 'Discount codes',
      short: codesEarn ? 'Commission, even without a click' : 'No commission without a click',
      text: codesEarn
        ? 'You owe commission on orders with one of your WTF codes, even without a click.'
        : 'You owe no commission on an order with one of your WTF codes but no click, unless you confirm that we referred it.',
    },
    {
      name: 'Commission due',
      short: `The ${ordinal(dueDay)} of the month after confirmation`,
      text: dueRule(dueDay),
    },
    {
      name: 'Currency',
      short: currency,
      text: `We calculate and invoice commission in ${currency}. We convert sales in other currencies when we record their payment, at our latest exchange rate. This rate is final and shown on the sale’s page. The converted amount determines the tier.`,
    },
  ]
}

/** A plan's rates, and the terms that decide which sales owe commission and when. */
export function PlanTerms({
  plan,
  showsBars,
  hasTiers = true,
}: {
  plan: Plan
  showsBars: boolean
  hasTiers?: boolean
}) {
  return (
    <>
      {hasTiers && <PlanTiers plan={plan} showsBars={showsBars} />}
      <dl className="mt-4 divide-y divide-line/60 border-y border-line text-sm">
        {termsInWords(plan).map(({ name, text }) => (
          <div key={name} className="grid gap-x-5 gap-y-0.5 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="font-medium">{name}</dt>
            <dd className="text-pretty text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** An offered plan beside the current one. */
export function PlanChanges({ now, offered }: { now: Plan; offered: Plan }) {
  const before = termsInWords(now)
  const rows = [
    { name: 'Monthly sales and rates', from: ratesInWords(now), to: ratesInWords(offered) },
    ...termsInWords(offered).map(({ name, short }, index) => ({
      name,
      from: [before[index]?.short ?? ''],
      to: [short],
    })),
  ]
  return (
    <table className="mt-4 w-full table-fixed border-y border-line text-left text-sm tabular-nums">
      <caption className="sr-only">Your current plan and the plan we are offering you</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="w-[28%] py-2 pr-3 font-normal">
            Term
          </th>
          <th scope="col" className="py-2 pr-3 font-normal">
            Today: {now.name}, version {now.version}
          </th>
          <th scope="col" className="py-2 font-normal">
            Offered: {offered.name}, version {offered.version}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line/60 border-t border-line/60">
        {rows.map(({ name, from, to }) => {
          const isSame = from.join() === to.join()
          return (
            <tr key={name} className="align-top">
              <th scope="row" className="py-2.5 pr-3 font-medium">
                {name}
                <span className="block text-xs font-normal text-muted">{isSame ? 'No change' : 'Changes'}</span>
              </th>
              <td className="py-2.5 pr-3 text-muted">
                <Lines lines={from} />
              </td>
              <td className={`py-2.5 ${isSame ? 'text-muted' : 'font-medium'}`}>
                <Lines lines={to} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))

const ratesInWords = ({ tiers, currency }: Plan): string[] =>
  tiers.map((tier) => `${bracketWords(tier, currency)}: ${formatRate(tier.rateBps)}`)
