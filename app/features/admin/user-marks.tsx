import { StateMark } from '#app/components/state-mark.tsx'
import type { AccountState, PeopleSort, PeopleState } from '#server/accounts/people/people-values.schema.ts'

export const PEOPLE_STATE_NAMES: Record<PeopleState, string> = {
  active: 'Active',
  unverified: 'Unverified',
  suspended: 'Suspended',
  closing: 'Closing',
  admins: 'Admins',
  demo: 'Demo',
}
export const PEOPLE_SORT_NAMES: Record<PeopleSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  email: 'By email',
}
export const ROLE_NAMES = { customer: 'Customer', partner: 'Partner', admin: 'Admin' } as const

/** The status of an account. */
export function UserMark({ state, isVerified }: { state: AccountState; isVerified: boolean }) {
  if (state === 'suspended') return <StateMark name="Suspended" colour="text-sale" />
  if (state === 'closing') return <StateMark name="Closing" colour="text-muted" />
  return isVerified ? (
    <StateMark name="Active" colour="text-good" />
  ) : (
    <StateMark name="Unverified" colour="text-text" />
  )
}
