import { Link } from '#app/components/link.tsx'
import type { ReactNode } from 'react'
import type { OwnPartner } from './own-partner.ts'
import { StateMark } from '#app/components/state-mark.tsx'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { isRefused, type PartnerStatus } from '#server/partners/partner-status.schema.ts'

const MARKS: Record<PartnerStatus, { name: string; colour: string }> = {
  pending: { name: 'Under review', colour: 'text-muted' },
  approved: { name: 'Approved', colour: 'text-good' },
  rejected: { name: 'Not approved', colour: 'text-sale' },
  suspended: { name: 'Suspended', colour: 'text-sale' },
}

/** The partner's status, and its consequences. */
export function PartnerStatusPanel({ partner }: { partner: OwnPartner }) {
  const { verificationStatus, statusReason, statusChangedAt, createdAt } = partner
  const since = formatDate(statusChangedAt ?? createdAt)
  return (
    <section aria-label="Your status" className="border-y border-line py-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm">
        <StateMark {...MARKS[verificationStatus]} />
        <span className="text-muted">since {since}</span>
      </p>
      <p className="mt-3 max-w-[64ch]">{meaningOf(partner)}</p>
      {statusReason && (
        <blockquote className="mt-4 max-w-[64ch] border-l-2 border-line pl-4 whitespace-pre-line">
          {statusReason}
        </blockquote>
      )}
      {isRefused(verificationStatus) && (
        <p className="mt-4 flex flex-wrap gap-3">
          <Link to={paths.contact()} className="button button-accent">
            Contact us
          </Link>
          {partner.role === 'owner' && (
            <Link to={paths.appeal('partner', partner.id)} className="button button-quiet">
              Appeal this decision
            </Link>
          )}
        </p>
      )}
    </section>
  )
}

function meaningOf({ verificationStatus, products }: OwnPartner): ReactNode {
  switch (verificationStatus) {
    case 'pending':
      return 'We are reviewing your brand. Your products are not listed until it is approved. We will email you our decision.'
    case 'approved':
      return products
        ? 'Shoppers can see your active products.'
        : 'Your brand is approved, but has no products on WTF yet. Connect your store or import products.'
    case 'rejected':
      return 'We cannot list your brand or its products for now. If this is a mistake or something has changed, contact us.'
    case 'suspended':
      return 'Your brand and its products are not listed for now. Nothing is deleted.'
  }
}
