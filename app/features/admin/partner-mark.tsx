import { StateMark } from '#app/components/state-mark.tsx'
import type { PartnerStanding } from '#server/partners/partner-standing.schema.ts'

export const STANDING_NAMES: Record<PartnerStanding, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  suspended: 'Suspended',
}
const COLOURS: Record<PartnerStanding, string> = {
  pending: 'text-text',
  approved: 'text-good',
  rejected: 'text-muted',
  suspended: 'text-sale',
}

export function PartnerMark({ standing }: { standing: PartnerStanding }) {
  return <StateMark name={STANDING_NAMES[standing]} colour={COLOURS[standing]} />
}
