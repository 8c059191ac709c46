import type { Prisma } from '#prisma/generated/client.ts'
import { feedbackAnswered, reviewAnswered } from '#server/mail/feedback-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { LISTED } from '#server/platform/listed.ts'
import type { FeedbackKind } from './customer-feedback-values.schema.ts'
import type { FeedbackStatusInput, RespondInput } from './customer-feedback.schema.ts'
import { isEditedAfterAnswer } from './edited-after-answer.ts'
import { notThere } from './list-feedback.service.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>
type Tx = Prisma.TransactionClient

/** A row that is being answered, locked until the answer is written. */
interface Answered {
  title: string
  comment: string
  userId: string | null
  response: string | null
  /** The date of the latest response, about which the writer was emailed, even if it was withdrawn since. */
  responseDate: Date | null
  /** Null for feedback, which nobody changes. */
  revision: number | null
  editedAt: Date | null
  productId: string | null
  productName: string
  isListed: boolean
}

/**
 * Answers a review publicly, or resolves feedback with an answer. Replaces an earlier response. Emails only the first
 * response to the writer, if they still have an account with a verified address. Sending the same text again changes
 * nothing, unless the review has been edited since. Then it confirms the response for the edited review.
 * @throws AppError not_found; conflict at 'response' if the writer has changed the review, or a colleague has answered,
 * since the form was read
 */
export async function respond(
  { db, visit, viewer, partner }: Ask,
  { kind, id, response, seen, revision }: RespondInput,
  now = new Date(),
): Promise<{ isMailed: boolean }> {
  return db.$transaction(async (tx) => {
    const stored = kind === 'review' ? await lockReview(tx, partner.id, id) : await lockFeedback(tx, partner.id, id)
    if (!stored) throw new AppError('not_found', notThere(kind))
    if (stored.revision !== null && stored.revision !== revision)
      throw new AppError(
        'conflict',
        'The author has edited this review since you opened it. Read the new version above, then send your response again.',
        { field: 'response' },
      )
    if (stored.response === response && !isEditedAfterAnswer(stored)) return { isMailed: false }
    if (seen !== undefined && stored.response !== null && stored.responseDate?.toISOString() !== seen)
      throw new AppError('conflict', 'A colleague has already responded. Send yours again to replace their response.', {
        field: 'response',
      })
    const answer = { response, responseDate: now }
    if (kind === 'review')
      await tx.productReview.update({ where: { id }, data: { ...answer, responseById: viewer.userId } })
    else
      await tx.partnerFeedback.update({
        where: { id },
        data: { ...answer, status: 'resolved', resolvedAt: now, resolvedBy: viewer.userId },
      })
    if (stored.responseDate !== null) return { isMailed: false }
    return { isMailed: await tellWriter(tx, { siteUrl: visit.siteUrl, partnerId: partner.id, kind, stored, response }) }
  })
}

/** Withdraws the response to a review. Repeating it changes nothing. @throws AppError not_found */
export async function withdrawResponse(
  { db, partner }: Pick<Ask, 'db' | 'partner'>,
  { reviewId }: { reviewId: string },
): Promise<void> {
  // Keeps the response's date, so that the writer is not emailed again.
  const { count } = await db.productReview.updateMany({
    where: { id: reviewId, partnerId: partner.id, status: 'approved' },
    data: { response: null, responseById: null },
  })
  if (!count) throw new AppError('not_found', notThere('review'))
}

/** Sets the status of feedback. Closed feedback can be reopened. @throws AppError not_found */
export async function setFeedbackStatus(
  { db, partner }: Pick<Ask, 'db' | 'partner'>,
  { feedbackId, status }: FeedbackStatusInput,
): Promise<void> {
  const { count } = await db.partnerFeedback.updateMany({
    where: { id: feedbackId, partnerId: partner.id },
    data: { status, ...(status === 'investigating' && { resolvedAt: null, resolvedBy: null }) },
  })
  if (!count) throw new AppError('not_found', notThere('feedback'))
}

async function lockReview(tx: Tx, partnerId: string, id: string): Promise<Answered | undefined> {
  const [stored] = await tx.$queryRaw<Answered[]>`
    SELECT r.title, r.comment, r.user_id AS "userId", r.response, r.response_date AS "responseDate", r.revision, r.edited_at AS "editedAt", p.id AS "productId", p.name AS "productName", (${LISTED}) AS "isListed"
    FROM product_reviews r JOIN products p ON p.id = r.product_id
    WHERE r.id = ${id}::uuid AND r.partner_id = ${partnerId}::uuid AND r.status = 'approved' FOR NO KEY UPDATE OF r`
  return stored
}

async function lockFeedback(tx: Tx, partnerId: string, id: string): Promise<Answered | undefined> {
  const [stored] = await tx.$queryRaw<Answered[]>`
    SELECT f.title, f.comment, f.user_id AS "userId", f.response, f.response_date AS "responseDate", NULL AS revision, NULL AS "editedAt", NULL AS "productId", '' AS "productName", FALSE AS "isListed"
    FROM partner_feedback f WHERE f.id = ${id}::uuid AND f.partner_id = ${partnerId}::uuid FOR NO KEY UPDATE OF f`
  return stored
}

interface ResponseNotice {
  siteUrl: string
  partnerId: string
  kind: FeedbackKind
  stored: Answered
  response: string
}

/** Emails the answer to the writer. @returns false without an open account with a verified address */
async function tellWriter(tx: Tx, { siteUrl, partnerId, kind, stored, response }: ResponseNotice): Promise<boolean> {
  const [writer, { businessName }] = await Promise.all([
    stored.userId === null
      ? null
      : tx.user.findFirst({
          where: { id: stored.userId, emailVerifiedAt: { not: null }, deletionRequestedAt: null, email: { not: '' } },
          select: { email: true, profile: { select: { fullName: true } } },
        }),
    tx.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { businessName: true } }),
  ])
  if (!writer) return false
  const { productId, productName, isListed } = stored
  const from = {
    siteUrl,
    businessName,
    response,
    name: writer.profile?.fullName,
    storeFeedbackPath: `/brand/${partnerId}/feedback`,
  }
  const written = [stored.title, stored.comment].filter(Boolean).join('\n')
  await queueMail(tx, {
    to: writer.email,
    ...(kind === 'review'
      ? reviewAnswered({
          ...from,
          productName,
          productPath: isListed ? `/product/${productId}?tab=reviews` : null,
          review: written,
        })
      : feedbackAnswered({ ...from, feedback: written })),
  })
  return true
}
