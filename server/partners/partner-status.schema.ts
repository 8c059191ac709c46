// Does not use zod, because browsers load this file.

export const PARTNER_STATUSES = ['pending', 'approved', 'rejected', 'suspended'] as const
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** Whether partners in this state see the reason and cannot change anything. */
export const isRefused = (status: PartnerStatus): boolean => status === 'rejected' || status === 'suspended'

/**
 * The states that an administrator may move a partner to. Only an approved partner has its store, products and links
 * listed. Partners who join without an invitation start as `pending`.
 */
export const NEXT_STATUSES: Readonly<Record<PartnerStatus, readonly PartnerStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['suspended'],
  rejected: ['approved'],
  suspended: ['approved'],
}

/** The maximum length of the reason for a rejection or suspension. */
export const MAX_REASON_CHARACTERS = 1_000
