import { z } from 'zod'
import { revision } from '#server/platform/revision.schema.ts'
import { paragraphs } from '#server/platform/texts.schema.ts'
import { MAX_REASON } from './moderation-values.schema.ts'

export const sizeTablesQuery = z.object({
  state: z.enum(['waiting', 'accepted', 'refused']).catch('waiting').default('waiting'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type SizeTablesQuery = z.output<typeof sizeTablesQuery>

/** `revision`: the version that was shown. A decision never applies to a newer, unseen one. */
export const judgeSizeTableInput = z.discriminatedUnion('to', [
  z.object({ tableId: z.uuid(), revision, to: z.literal('accepted') }),
  z.object({
    tableId: z.uuid(),
    revision,
    to: z.literal('refused'),
    reason: paragraphs('Enter a reason. The partner will see it', MAX_REASON),
  }),
])
export type JudgeSizeTableInput = z.output<typeof judgeSizeTableInput>
