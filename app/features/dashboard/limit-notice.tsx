import { Link } from '#app/components/link.tsx'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { sayAmount } from '#server/quotas/quotas-values.schema.ts'
import type { OwnPartner } from './own-partner.ts'

/**
 * Shows on every page which limits block new products or files. The limits apply to people, files, feeds and the store.
 */
export function LimitNotice({ reached, verificationStatus }: Pick<OwnPartner, 'reached' | 'verificationStatus'>) {
  if (!reached.length) return null
  const refusedName = reached.find((one) => one.refusedName !== null)?.refusedName
  return (
    <p className="notice mb-6 text-sm" role="status">
      {reached
        .map(({ quota, used, limit }) =>
          used >= limit
            ? `You have reached your limit of ${sayAmount(quota, limit)}.`
            : `Some products did not fit within your limit of ${sayAmount(quota, limit)}.`,
        )
        .join(' ')}{' '}
      {refusedName
        ? `We left out new products, most recently “${refusedName}”.`
        : 'You can still edit existing items, but you cannot add new ones.'}
      {verificationStatus === 'pending' && ' Your limits rise once your store is approved.'}{' '}
      <Link to={dashboardPaths.storeSettings('usage')} className="link">
        See usage and limits
      </Link>
    </p>
  )
}
