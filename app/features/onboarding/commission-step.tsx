import type { CSSProperties } from 'react'
import type { OnboardingData } from './onboarding-data.ts'
import type { Admitted } from './admitted.ts'
import { StepHeading } from './step-heading.tsx'
import { TierChart } from './tier-chart.tsx'
import type { Change } from './use-onboarding.ts'
import { PlanTerms } from '#app/parts/partners/plan-terms.tsx'
import { formatCount } from '#app/lib/format.ts'
import {
  averagePriceOf,
  ILLUSTRATED_UPLIFT_PERCENT,
  illustrateUplift,
  PRICE,
  PRODUCT_KINDS,
  REVENUE,
  withMax,
  withMin,
} from '#server/invitations/calculator.schema.ts'
import { unitOf } from '#server/platform/money.schema.ts'

interface CommissionStepProps {
  plan: Admitted['plan']
  data: OnboardingData
  change: Change
}

/** Formats whole units of a currency: 50000, 'GBP' -> '£50,000'. */
const formatRounded = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount)

/** The plan's cost for the sales that the partner expects. Nothing is sent before the last step. */
export function CommissionStep({ plan, data, change }: CommissionStepProps) {
  const { currency } = plan
  const { targetMonthlyRevenue: revenue, preferredCategories: kinds, priceRange } = data
  const money = (amount: number) => formatRounded(amount, currency)
  const averagePrice = Math.min(Math.max(averagePriceOf(kinds), priceRange.min), priceRange.max)
  const uplift = illustrateUplift(revenue, averagePrice)
  return (
    <>
      <StepHeading title="Commission structure">
        <p>
          {plan.name} plan, version {plan.version}. Each rate applies to the part of a month&apos;s sales within its
          bracket. Amounts are in {currency}. If you sell in another currency, we convert each sale, as explained below.
          Move the slider to your expected monthly sales.
        </p>
      </StepHeading>
      <div className="grid max-w-6xl gap-x-[5vw] gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <label htmlFor="revenue" className="text-sm text-muted">
            Expected monthly sales through WTF
          </label>
          <output
            htmlFor="revenue"
            className="mt-2 block font-display text-5xl leading-none tracking-tight tabular-nums"
          >
            {money(revenue)}
          </output>
          <div className="slider single mt-3" style={{ '--low': 0, '--high': share(revenue) } as CSSProperties}>
            <input
              id="revenue"
              type="range"
              min={REVENUE.min}
              max={REVENUE.max}
              step={REVENUE.step}
              value={revenue}
              onChange={(event) => change({ targetMonthlyRevenue: Number(event.currentTarget.value) })}
              aria-valuetext={money(revenue)}
            />
          </div>
          <TierChart plan={plan} salesMinor={revenue * unitOf(currency)} mostMinor={REVENUE.max * unitOf(currency)} />
          <h2 className="mt-8 text-2xl leading-tight">When you pay commission</h2>
          <PlanTerms plan={plan} showsBars={false} hasTiers={false} />
        </div>
        <div className="space-y-9">
          <fieldset>
            <legend className="mb-2 text-sm text-muted">What you sell *</legend>
            <div className="grid grid-cols-2 gap-x-4">
              {PRODUCT_KINDS.map(({ id, name }) => (
                <label key={id} className="tick">
                  <input
                    type="checkbox"
                    checked={kinds.includes(id)}
                    onChange={(event) =>
                      change({
                        preferredCategories: event.currentTarget.checked
                          ? [...kinds, id]
                          : kinds.filter((kind) => kind !== id),
                      })
                    }
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend className="text-sm text-muted">Your prices</legend>
            <p aria-hidden className="mt-1 tabular-nums">
              {money(priceRange.min)} to {money(priceRange.max)}
              {priceRange.max === PRICE.max && '+'}
            </p>
            <div
              className="slider mt-1"
              style={{ '--low': priceRange.min / PRICE.max, '--high': priceRange.max / PRICE.max } as CSSProperties}
            >
              <input
                type="range"
                min={PRICE.min}
                max={PRICE.max}
                step={PRICE.step}
                value={priceRange.min}
                onChange={(event) => change({ priceRange: withMin(priceRange, Number(event.currentTarget.value)) })}
                aria-label="Lowest price"
                aria-valuetext={money(priceRange.min)}
              />
              <input
                type="range"
                min={PRICE.min}
                max={PRICE.max}
                step={PRICE.step}
                value={priceRange.max}
                onChange={(event) => change({ priceRange: withMax(priceRange, Number(event.currentTarget.value)) })}
                aria-label="Highest price"
                aria-valuetext={money(priceRange.max)}
              />
            </div>
          </fieldset>
          <section aria-labelledby="illustration" className="border-t border-line pt-5">
            <h2 id="illustration" className="text-2xl leading-tight">
              {ILLUSTRATED_UPLIFT_PERCENT}% more sales would be
            </h2>
            <dl className="mt-4 grid grid-cols-2 gap-4">
              <div>
                <dd className="font-display text-3xl leading-none tabular-nums">{money(uplift.revenue)}</dd>
                <dt className="mt-1.5 text-sm text-muted">a month</dt>
              </div>
              <div>
                <dd className="font-display text-3xl leading-none tabular-nums">{formatCount(uplift.sales)}</dd>
                <dt className="mt-1.5 text-sm text-muted">sales, about {uplift.salesADay} a day</dt>
              </div>
            </dl>
            <p className="mt-4 text-sm text-muted">
              An example, not a forecast: {ILLUSTRATED_UPLIFT_PERCENT}% of {money(revenue)}, at an assumed price of{' '}
              {money(averagePrice)} per item. It is not based on real data, and we cannot promise sales.
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

const share = (revenue: number) => (revenue - REVENUE.min) / (REVENUE.max - REVENUE.min)
