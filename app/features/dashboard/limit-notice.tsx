import { Link } from '#app/components/link.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { QUOTA_NAMES, sayQuota } from '#app/parts/dashboard/quota-names.ts'
import type { OwnPartner } from './own-partner.ts'

/** Says on every page which limits keep something out, whoever brought it: a person, a file, a feed or the store. */
export function LimitNotice({ reached, verificationStatus }: Pick<OwnPartner, 'reached' | 'verificationStatus'>) {
  if (!reached.length) return null
  const refusedName = reached.find((one) => one.refusedName !== null)?.refusedName
  return (
    <p className="notice mb-6 text-sm" role="status">
      {reached
        .map(({ quota, used, limit }) =>
          used >= limit
            ? `Limit reached: ${QUOTA_NAMES[quota].name.toLowerCase()} (${sayQuota(quota, used)} of ${sayQuota(quota, limit)}).`
            : `Not enough room: ${QUOTA_NAMES[quota].name.toLowerCase()} (limit ${sayQuota(quota, limit)}).`,
        )
        .join(' ')}{' '}
      {refusedName
        ? `New products were left out, the last one is ${refusedName}.`
        : 'What you have stays. Nothing can be added.'}
      {verificationStatus === 'pending' && ' Limits rise once your store is approved.'}{' '}
      <Link to={dashboardPaths.storeSettings('usage')} className="link">
        Usage and limits
      </Link>
    </p>
  )
}
