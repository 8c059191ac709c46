import { z } from 'zod'
import { paragraphs, searchedText } from '#server/platform/texts.schema.ts'
import { MAX_REASON_CHARACTERS, PARTNER_STATUSES } from './partner-status.schema.ts'

export const partnersQuery = z.object({
  status: z.enum(PARTNER_STATUSES).optional().catch(undefined),
  /** A part of the business name, the email address or the person's name. */
  q: searchedText,
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})

/** The id comes from a URL. A malformed one counts as not found. */
export const judgedPartnerInput = z.object({ partnerId: z.string() })

const partnerId = z.uuid()

const reason = paragraphs('Enter a reason. The partner will see it', MAX_REASON_CHARACTERS)

/**
 * `from` is the state that the page showed, to keep two administrators from overruling each other unnoticed. An
 * approval also sends the name and the website ('' for none) that the page showed, because the partner may have changed
 * them.
 */
export const judgePartnerInput = z.discriminatedUnion('to', [
  z.object({
    partnerId,
    from: z.enum(PARTNER_STATUSES),
    to: z.literal('approved'),
    businessName: z.string().max(1_000),
    websiteUrl: z.string().max(2_000),
  }),
  z.object({ partnerId, from: z.enum(PARTNER_STATUSES), to: z.literal('rejected'), reason }),
  z.object({ partnerId, from: z.enum(PARTNER_STATUSES), to: z.literal('suspended'), reason }),
])

export type PartnersQuery = z.output<typeof partnersQuery>
export type JudgePartnerInput = z.output<typeof judgePartnerInput>
