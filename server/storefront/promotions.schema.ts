import { z } from 'zod'
import { paragraphs } from '#server/platform/texts.schema.ts'
import { MAX_ALT_CHARACTERS, MAX_REVIEW_REASON_CHARACTERS, REVIEWS } from './promotion-values.schema.ts'

const promotionId = z.uuid()
const altText = z.string().trim().max(MAX_ALT_CHARACTERS, `Please use ${MAX_ALT_CHARACTERS} characters at most`)

/** An uploaded file with its alt text. */
export const addPromotionInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    uploadId: z.uuid(),
    fileName: z.string().trim().max(200).default(''),
    altText: altText.min(1, 'Describe the image. Screen readers read the description aloud'),
  }),
  z.object({
    kind: z.literal('video'),
    uploadId: z.uuid(),
    fileName: z.string().trim().max(200).default(''),
    altText: altText.min(1, 'Describe the video. Screen readers read the description aloud'),
  }),
])

/** Replaces a promotion's file with one of the same kind. A picture needs new alt text. */
export const replacePromotionInput = z.object({
  promotionId,
  uploadId: z.uuid(),
  fileName: z.string().trim().max(200).default(''),
  altText: altText.min(1, 'Describe the new file. Screen readers read the description aloud'),
})
export const switchPromotionInput = z.object({ promotionId, isActive: z.boolean() })
export const promotionIdInput = z.object({ promotionId })
/** Moves a promotion by one position. */
export const movePromotionInput = z.object({ promotionId, to: z.enum(['earlier', 'later']) })

export const promotionsQuery = z.object({
  review: z.enum(REVIEWS).catch('pending').default('pending'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type PromotionsQuery = z.output<typeof promotionsQuery>

/** `fileKey` is the file that the administrator saw, so that nobody approves an unseen replacement. */
export const judgePromotionInput = z.discriminatedUnion('to', [
  z.object({ promotionId, fileKey: z.uuid(), to: z.literal('approved') }),
  z.object({
    promotionId,
    fileKey: z.uuid(),
    to: z.literal('rejected'),
    reason: paragraphs('Enter a reason. The partner will see it', MAX_REVIEW_REASON_CHARACTERS),
  }),
])
export type JudgePromotionInput = z.output<typeof judgePromotionInput>
