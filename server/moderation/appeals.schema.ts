import { z } from 'zod'
import { paragraphs } from '#server/platform/texts.schema.ts'
import { APPEAL_KINDS, MAX_APPEAL_WORDS, MAX_REASON } from './moderation-values.schema.ts'

const kind = z.enum(APPEAL_KINDS)

export const decisionInput = z.object({ kind, subjectId: z.uuid() })
export type DecisionInput = z.output<typeof decisionInput>

/** `decisionAt` identifies the decision that was shown. An appeal never applies to a newer, unseen decision. */
export const raiseAppealInput = z.object({
  kind,
  subjectId: z.uuid(),
  decisionAt: z.iso.datetime(),
  words: paragraphs('Please explain why you disagree', MAX_APPEAL_WORDS),
})
export type RaiseAppealInput = z.output<typeof raiseAppealInput>

export const appealsQuery = z.object({
  state: z.enum(['waiting', 'decided']).catch('waiting').default('waiting'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type AppealsQuery = z.output<typeof appealsQuery>

/**
 * `seen` identifies the version of the subject on the page, since its owner may change it. Empty if the subject is
 * gone.
 */
export const judgeAppealInput = z.object({
  appealId: z.uuid(),
  seen: z.string().max(100),
  outcome: z.enum(['upheld', 'overturned']),
  reason: paragraphs('Enter a reason. The person who appealed will see it', MAX_REASON),
})
export type JudgeAppealInput = z.output<typeof judgeAppealInput>
