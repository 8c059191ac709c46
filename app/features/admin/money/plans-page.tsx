import { Link } from '#app/components/link.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { formatDate } from '#app/lib/format.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { tiersInWords, type Plan } from './plan-words.ts'

/** All plan versions. A version never changes; a new one replaces it. */
export function PlansPage({ plans }: { plans: Plan[] }) {
  return (
    <>
      <TableHead
        area="Administration"
        title="Plans"
        hint="Commission plans for partners. A version cannot be changed once it is saved. To change a plan, create a new version."
      />
      <p className="mt-6">
        <Link to={adminPaths.newPlan()} className="button button-quiet">
          Create a new version
        </Link>
      </p>
      <ul className="mt-6 border-t border-line">
        {plans.map((plan) => (
          <li key={plan.id} className="border-b border-line py-3.5 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-x-8">
              <Link to={adminPaths.adminPlan(plan.id)} className="link font-medium wrap-anywhere">
                {plan.name}, version {plan.version}
              </Link>
              {plan.isActive && <span>For new partners</span>}
            </p>
            <p className="mt-1">{tiersInWords(plan)}</p>
            <p className="mt-1 flex flex-wrap gap-x-5 text-muted">
              <span>{plan.partners === 1 ? '1 partner' : `${plan.partners} partners`}</span>
              <span>Created {formatDate(plan.createdAt)}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
