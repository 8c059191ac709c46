import { StateMark } from '#app/components/state-mark.tsx'
import type { PartnerStatus } from '#server/partners/partner-status.schema.ts'

export const PARTNER_STATUS_NAMES: Record<PartnerStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  suspended: 'Suspended',
}
const COLOURS: Record<PartnerStatus, string> = {
  pending: 'text-text',
  approved: 'text-good',
  rejected: 'text-muted',
  suspended: 'text-sale',
}

export function PartnerMark({ status }: { status: PartnerStatus }) {
  return <StateMark name={PARTNER_STATUS_NAMES[status]} colour={COLOURS[status]} />
}
