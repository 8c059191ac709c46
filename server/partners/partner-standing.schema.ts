// Without zod, for browsers.

export const PARTNER_STANDINGS = ['pending', 'approved', 'rejected', 'suspended'] as const
export type PartnerStanding = (typeof PARTNER_STANDINGS)[number]

/** Such a partner reads why, and changes nothing. */
export const isRefused = (standing: PartnerStanding): boolean => standing === 'rejected' || standing === 'suspended'

/**
 * What an administrator may make of a partner. Only an approved one is listed: its store, its products, its links.
 * `pending` is where whoever joins without being invited begins.
 */
export const NEXT_STANDING: Readonly<Record<PartnerStanding, readonly PartnerStanding[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['suspended'],
  rejected: ['approved'],
  suspended: ['approved'],
}

/** Of what a partner is told when it is rejected or suspended. */
export const MOST_REASON_CHARACTERS = 1_000
