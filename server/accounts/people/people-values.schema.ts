// Without zod, for browsers.

/** Groups of accounts for administrators. An account may be in several. */
export const PEOPLE_STATES = ['active', 'unverified', 'suspended', 'closing', 'admins', 'demo'] as const
export type PeopleState = (typeof PEOPLE_STATES)[number]

export const PEOPLE_SORTS = ['newest', 'oldest', 'email'] as const
export type PeopleSort = (typeof PEOPLE_SORTS)[number]

/** Maximum count. Nobody pages beyond it, and counting more would take too long. */
export const MAX_COUNTED = 10_000

/** The maximum length of the reason that a suspended person gets. */
export const MAX_REASON_CHARACTERS = 1_000

/** Whether an account can be used. */
export type AccountState = 'open' | 'suspended' | 'closing'

/**
 * Returns the state of an account. An account that is both suspended and being closed counts as suspended, because
 * nobody can sign in to keep it.
 */
export const accountStateOf = ({
  suspendedAt,
  deletionRequestedAt,
}: {
  suspendedAt: Date | null
  deletionRequestedAt: Date | null
}): AccountState => (suspendedAt ? 'suspended' : deletionRequestedAt ? 'closing' : 'open')
