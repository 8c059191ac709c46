import { Link } from '#app/components/link.tsx'
import type { ComponentProps } from 'react'
import { BillingDetails } from './billing-details.tsx'
import type { OwnPartner } from './own-partner.ts'
import { PlanOffer } from './plan-offer.tsx'
import { PlanTerms } from '#app/parts/partners/plan-terms.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { Section } from '#app/components/settings-section.tsx'
import { formatDate } from '#app/lib/format.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'

/** The store's plan and its terms. */
export function BillingTab({
  partner: { plan, agreement, display, role, offer, nextPlan },
  billing,
  countries,
}: { partner: OwnPartner } & Pick<ComponentProps<typeof BillingDetails>, 'billing' | 'countries'>) {
  return (
    <SettingsFrame title="Billing & Plans" lead="You only pay commission on the sales that we refer.">
      {offer && <PlanOffer offer={offer} role={role} planNow={agreement && plan} showsBars={display.showCharts} />}
      <Section
        id="plan"
        title="Your plan"
        hint={
          agreement
            ? `Accepted on ${formatDate(agreement.acceptedAt)}, under the terms dated ${formatDate(new Date(agreement.termsVersion))}. Your plan stays the same until you accept another one.`
            : 'You have not accepted a plan yet. This is the plan for new partners.'
        }
      >
        <p className="font-medium">
          {plan.name}, version {plan.version}
        </p>
        <PlanTerms plan={plan} showsBars={display.showCharts} />
        {!agreement && role === 'owner' && (
          <p className="mt-5">
            <Link to={paths.dashboard()} className="button button-accent">
              Accept it on your dashboard
            </Link>
          </p>
        )}
      </Section>
      {nextPlan && (
        <Section
          id="next-plan"
          title="Your next plan"
          hint={`Accepted. It applies to orders from ${formatDate(nextPlan.holdsFrom)}. Earlier orders stay on the previous plan.`}
        >
          <p className="font-medium">
            {nextPlan.plan.name}, version {nextPlan.plan.version}
          </p>
          <PlanTerms plan={nextPlan.plan} showsBars={display.showCharts} />
        </Section>
      )}
      <BillingDetails
        key={JSON.stringify(billing)}
        billing={billing}
        countries={countries}
        isOwner={role === 'owner'}
      />
      <Section id="invoices" title="Invoices" hint="We invoice confirmed sales once a month.">
        <Link to={dashboardPaths.invoices()} className="link inline-flex min-h-11 items-center">
          Your invoices
        </Link>
      </Section>
    </SettingsFrame>
  )
}
