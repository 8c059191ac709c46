import { z } from 'zod'
import { paragraphs } from '#server/platform/texts.schema.ts'

export const MAX_WORDS = 500

export const itemInput = z.object({ productId: z.string().max(100) })

/** The product of the page, and the one that is not the same item. */
export const matchInput = z.object({ productId: z.string().max(100), otherId: z.string().max(100) })
export type MatchInput = z.output<typeof matchInput>

export const reportMatchInput = z.object({
  productId: z.uuid(),
  otherId: z.uuid(),
  words: paragraphs(null, MAX_WORDS).default(''),
})
export type ReportMatchInput = z.output<typeof reportMatchInput>

const MATCH_QUEUES = ['waiting', 'separated'] as const

export const matchQueueQuery = z.object({
  state: z.enum(MATCH_QUEUES).catch('waiting').default('waiting'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type MatchQueueQuery = z.output<typeof matchQueueQuery>

/**
 * An administrator's decision on a match. `seenTo`: the time of the newest report that was seen (ISO 8601), so that
 * later ones stay open.
 */
const judged = { productId: z.uuid(), otherId: z.uuid() }
export const judgeMatchInput = z.discriminatedUnion('to', [
  z.object({ ...judged, to: z.literal('kept'), seenTo: z.iso.datetime() }),
  z.object({ ...judged, to: z.literal('separated') }),
  z.object({ ...judged, to: z.literal('joined') }),
])
export type JudgeMatchInput = z.output<typeof judgeMatchInput>
