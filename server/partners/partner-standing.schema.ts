// Without zod, because browsers load this.

export const PARTNER_STANDINGS = ['pending', 'approved', 'rejected', 'suspended'] as const
export type PartnerStanding = (typeof PARTNER_STANDINGS)[number]

/** In these states partners see the reason and cannot change anything. */
export const isRefused = (standing: PartnerStanding): boolean => standing === 'rejected' || standing === 'suspended'

/**
 * The states that an administrator may move a partner to. Only an approved partner has its store, products and links
 * listed. Partners who join without an invitation start as `pending`.
 */
export const NEXT_STANDING: Readonly<Record<PartnerStanding, readonly PartnerStanding[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['suspended'],
  rejected: ['approved'],
  suspended: ['approved'],
}

/** The maximum length of the reason for a rejection or suspension. */
export const MAX_REASON_CHARACTERS = 1_000
