import { z } from 'zod'
import { revision } from '#server/platform/revision.schema.ts'
import { paragraphs } from '#server/platform/texts.schema.ts'
import { MAX_REASON, MAX_REPORT_WORDS, PRODUCT_QUEUES, REPORT_KINDS } from './moderation-values.schema.ts'

/** A shopper's report. 'Something else' needs a description. */
export const reportProductInput = z
  .object({
    productId: z.uuid(),
    kind: z.enum(REPORT_KINDS, { error: 'Please choose what is wrong' }),
    words: paragraphs(null, MAX_REPORT_WORDS).default(''),
  })
  .refine(({ kind, words }) => kind !== 'other' || words !== '', { path: ['words'], error: 'Describe what is wrong' })
export type ReportProductInput = z.output<typeof reportProductInput>

export const reportedProductInput = z.object({ productId: z.string().max(100) })

export const productQueueQuery = z.object({
  state: z.enum(PRODUCT_QUEUES).catch('waiting').default('waiting'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type ProductQueueQuery = z.output<typeof productQueueQuery>

/**
 * The version that the administrator saw: the product's revision, and the time of the latest report (ISO 8601, empty
 * for none). Later reports stay open.
 */
const looked = {
  productId: z.uuid(),
  revision,
  seenTo: z.union([z.literal(''), z.iso.datetime()]),
}
export const judgeProductInput = z.discriminatedUnion('to', [
  z.object({ ...looked, to: z.literal('kept'), reason: paragraphs(null, MAX_REASON).default('') }),
  z.object({
    ...looked,
    to: z.literal('taken_down'),
    reason: paragraphs('Enter a reason. The partner will see it', MAX_REASON),
  }),
  z.object({ ...looked, to: z.literal('restored') }),
])
export type JudgeProductInput = z.output<typeof judgeProductInput>
