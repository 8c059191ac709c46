import { z } from 'zod'
import { publicLine, publicParagraphs } from '#server/platform/texts.schema.ts'
import { FITS, pictureIsTooLarge, REVIEW_LIMITS, REVIEW_SORTS } from './reviews-values.schema.ts'

/** Maximum page number. */
const MAX_PAGES = 1_000

const stars = z
  .union([z.enum(['1', '2', '3', '4', '5']).transform(Number), z.int().min(1).max(5)], {
    error: 'Please choose one to five stars',
  })
  .pipe(z.int().min(1).max(5))

/** A picture's bytes, from our form. JSON input cannot contain one. */
const picture = z
  .instanceof(Uint8Array, { error: 'Please choose a picture' })
  .refine(({ length }) => length <= REVIEW_LIMITS.pictureBytes, pictureIsTooLarge)
  .optional()
/** The checkbox beside an existing picture. */
const isRemoved = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false)

export const writeReviewInput = z.object({
  // Comes from a URL. A malformed one counts as not found.
  productId: z.string(),
  rating: stars,
  title: publicLine(REVIEW_LIMITS.title).default(''),
  comment: publicParagraphs(
    `Please write at least ${REVIEW_LIMITS.leastComment} characters about the product`,
    REVIEW_LIMITS.leastComment,
    REVIEW_LIMITS.comment,
  ),
  /** Both may be empty: '' means no answer. */
  fit: z.enum(['', ...FITS], { error: 'Please choose how it fitted' }).default(''),
  sizeBought: publicLine(REVIEW_LIMITS.size).default(''),
  // Pictures by position. A new picture replaces the previous one.
  picture1: picture,
  picture2: picture,
  picture3: picture,
  remove1: isRemoved,
  remove2: isRemoved,
  remove3: isRemoved,
})
export type WriteReviewInput = z.output<typeof writeReviewInput>

/** The query of a product's reviews from its address: bad values fall back. */
export const listReviewsInput = z.object({
  productId: z.string(),
  sort: z.enum(REVIEW_SORTS).catch('newest'),
  stars: z.coerce.number().int().min(1).max(5).nullable().catch(null),
  page: z.coerce.number().int().min(1).max(MAX_PAGES).catch(1),
})
export type ListReviewsInput = z.output<typeof listReviewsInput>

/** As many as one page shows. */
export const reviewableInput = z.object({ productIds: z.array(z.string()).max(200) })

export const ownReviewsInput = z.object({ page: z.coerce.number().int().min(1).max(MAX_PAGES).catch(1) })

export const reviewIdInput = z.object({ reviewId: z.string() })

export const voteInput = z.object({ reviewId: z.string(), isHelpful: z.boolean() })
