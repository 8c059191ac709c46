import { Link } from '#app/components/link.tsx'
import { Act, Asking } from '#app/components/act-form.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { tiersInWords } from './plan-words.ts'

/** A plan version, with its terms and partners. */
export function PlanPage({ read: { plan, members, active } }: { read: RouterOutputs['admin']['money']['plan'] }) {
  const facts = [
    ['Tiers', tiersInWords(plan)],
    ['Based on', plan.basis === 'sales_value' ? 'Monthly sales value' : 'Monthly number of sales'],
    ['Currency', plan.currency],
    ['A sale is confirmed after', `${plan.lockDays} days`],
    ['Orders matched only by code', plan.codesEarn ? 'Commission is due' : 'No commission'],
    ['Created', formatDate(plan.createdAt)],
  ] as const
  return (
    <>
      <div className="mt-4">
        <BackLink fallback={adminPaths.adminPlans()} label="Plans" />
      </div>
      <h1 className="mt-2 text-(length:--text-section) leading-tight wrap-anywhere">
        {plan.name}, version {plan.version}
      </h1>
      {plan.isActive && <p className="mt-2 text-sm">New partners accept this version.</p>}
      <dl className="mt-6 grid max-w-3xl gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-x-6 border-b border-line py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6">
        <Link to={adminPaths.newPlan({ from: plan.id })} className="link inline-flex min-h-11 items-center text-sm">
          Create the next version from this one
        </Link>
      </p>
      {!plan.isActive && plan.basis === 'sales_value' && (
        <div className="max-w-3xl text-sm">
          <Asking label="Use for new partners" who="">
            <p className="text-muted">
              New partners accept this version
              {active && ` instead of ${active.name}, version ${active.version}`}. Partners on another version stay on
              it. To undo this, switch back to the previous version.
            </p>
            <Act form="activate" fields={{ planId: plan.id, from: active?.id ?? '' }} busy="One moment..." isFinal>
              Use this version
            </Act>
          </Asking>
        </div>
      )}
      <section className="mt-10 max-w-3xl text-sm" aria-labelledby="members">
        <h2 id="members" className="text-xl">
          Partners on this plan
        </h2>
        <p className="mt-1 text-muted">
          {plan.partners === 0
            ? 'No partners are on this version.'
            : `${plan.partners === 1 ? '1 partner' : `${plan.partners} partners`}${plan.partners > members.length ? `. The first ${members.length} are listed` : ''}. You can offer another version on a partner's page.`}
        </p>
        <ul className="mt-3 border-t border-line">
          {members.map(({ id, businessName, since }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5">
              <Link to={adminPaths.adminPartner(id)} className="link wrap-anywhere">
                {businessName}
              </Link>
              <span className="text-muted">since {formatDate(since)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
