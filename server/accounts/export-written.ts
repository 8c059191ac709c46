import { mediaName } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'

/** Returns the queries for a person's reviews and messages to stores, for the transaction of the export. */
export const findWritten = (db: Db, userId: string, take: number) =>
  [
    db.productReview.findMany({
      where: { userId },
      select: {
        productId: true,
        rating: true,
        title: true,
        comment: true,
        fit: true,
        sizeBought: true,
        customerName: true,
        customerEmail: true,
        clickId: true,
        verifiedPurchase: true,
        helpfulVotes: true,
        status: true,
        revision: true,
        judgedAt: true,
        judgeReason: true,
        response: true,
        responseDate: true,
        editedAt: true,
        createdAt: true,
        pictures: { select: { file: { select: { sha256: true } } }, orderBy: { place: 'asc' } },
      },
      orderBy: { createdAt: 'asc' },
    }),
    db.reviewRefusal.findMany({
      where: { userId },
      select: { productId: true, status: true, reason: true, judgedAt: true },
      orderBy: { judgedAt: 'desc' },
      take,
    }),
    db.reviewVote.findMany({
      where: { userId },
      select: { reviewId: true, votedAt: true },
      orderBy: { votedAt: 'desc' },
      take,
    }),
    db.reviewRequest.findMany({
      where: { userId },
      select: { conversionId: true, askedAt: true },
      orderBy: { askedAt: 'desc' },
      take,
    }),
    db.partnerFeedback.findMany({
      where: { userId },
      select: {
        customerName: true,
        customerEmail: true,
        rating: true,
        category: true,
        title: true,
        comment: true,
        orderId: true,
        status: true,
        response: true,
        responseDate: true,
        createdAt: true,
        partner: { select: { businessName: true } },
      },
      orderBy: { createdAt: 'desc' },
      take,
    }),
    db.productFlag.findMany({
      where: { reporterId: userId },
      select: {
        productId: true,
        kind: true,
        words: true,
        raisedAt: true,
        resolvedAt: true,
        outcome: true,
        reason: true,
      },
      orderBy: { raisedAt: 'desc' },
      take,
    }),
    db.matchReport.findMany({
      where: { reporterId: userId },
      select: { productId: true, otherId: true, words: true, raisedAt: true, resolvedAt: true, outcome: true },
      orderBy: { raisedAt: 'desc' },
      take,
    }),
    db.appeal.findMany({
      where: { userId },
      select: {
        kind: true,
        subject: true,
        words: true,
        raisedAt: true,
        decisionAt: true,
        decisionReason: true,
        decidedAt: true,
        outcome: true,
        reason: true,
      },
      orderBy: { raisedAt: 'desc' },
      take,
    }),
    db.upload.findMany({
      where: { userId },
      select: { slot: true, fileName: true, byteSize: true, status: true, createdAt: true, storedAt: true },
      orderBy: { createdAt: 'desc' },
      take,
    }),
  ] as const

type Queries = ReturnType<typeof findWritten>
type AllOf<Asked extends readonly unknown[]> = { -readonly [At in keyof Asked]: Awaited<Asked[At]> }
type Found = AllOf<Queries>

/** Converts these rows for the export, oldest first. Anyone who knows the URL of a picture can load it. */
export function tellWritten([
  reviews,
  refusals,
  votes,
  requests,
  feedback,
  reports,
  matchReports,
  appeals,
  uploads,
]: Found) {
  return {
    reviews: reviews.map(({ pictures, ...review }) => ({
      ...review,
      pictures: pictures.map(({ file }) => `/img/${mediaName(file.sha256)}/1600.jpg`),
    })),
    reviewRefusals: refusals.toReversed(),
    reviewVotes: votes.toReversed(),
    reviewRequests: requests.toReversed(),
    storeFeedback: feedback
      .toReversed()
      .map(({ partner, ...said }) => ({ ...said, businessName: partner.businessName })),
    productReports: reports.toReversed(),
    matchReports: matchReports.toReversed(),
    appeals: appeals.toReversed(),
    uploads: uploads.toReversed(),
  }
}
