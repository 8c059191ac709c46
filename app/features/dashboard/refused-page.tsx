import { Link } from '#app/components/link.tsx'
import type { OwnPartner } from './own-partner.ts'
import { PartnerStatusPanel } from './partner-status.tsx'
import { paths } from '#app/lib/paths.ts'
import { isRefused } from '#server/partners/partner-status.schema.ts'

/** Replaces a page that the partner's state or the team member's role does not allow. */
export function RefusedPage({ partner }: { partner: OwnPartner }) {
  return (
    <>
      <h1 className="mb-7 text-(length:--text-section) leading-none">You do not have access to this page</h1>
      {isRefused(partner.verificationStatus) ? (
        <PartnerStatusPanel partner={partner} />
      ) : (
        <p className="max-w-[64ch] text-muted">Only the store owner can do this.</p>
      )}
      <p className="mt-7">
        <Link to={paths.dashboard()} className="button button-quiet">
          Back to the dashboard
        </Link>
      </p>
    </>
  )
}
