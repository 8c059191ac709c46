import { createHash } from 'node:crypto'
import type { Prisma } from '#prisma/generated/client.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { pictureName } from '#server/storefront/store-pictures.service.ts'
import type { AppealKind } from './moderation-values.schema.ts'

type Reader = Db | Prisma.TransactionClient

/** A current decision by an administrator against a partner or shopper. */
export interface Decision {
  kind: AppealKind
  subjectId: string
  /** The subject: 'the product Wool coat'. */
  subject: string
  at: Date
  byId: string | null
  /** The reason given; empty for none. */
  reason: string
  /** The store that may appeal; null for a decision about a review's author. */
  partnerId: string | null
  /** The author who may appeal. */
  writerId: string | null
  /** The subject as an image and text. */
  picture: Picture | null
  words: string
  /** A hash of everything that reversing the decision would publish. */
  seen: string
}

const FILE = { select: { sha256: true, width: true, height: true, colour: true } } as const

/** Returns the current decision; null if there is none. */
export function findDecision(db: Reader, kind: AppealKind, subjectId: string): Promise<Decision | null> {
  return FINDERS[kind](db, subjectId)
}

/** Whether the viewer may appeal: editors for their store, its owner about its approval, authors for their reviews. */
export function mayAppeal({ userId, partner }: Viewer, { kind, partnerId, writerId }: Decision): boolean {
  if (partnerId === null) return writerId === userId
  if (partner?.id !== partnerId) return false
  return kind === 'partner' ? partner.role === 'owner' : partner.role !== 'viewer'
}

/** `state`: data of the subject that `words` and `picture` do not show. */
type Found = Omit<Decision, 'kind' | 'subjectId' | 'seen'> & { state: string }

const FINDERS: Readonly<Record<AppealKind, (db: Reader, id: string) => Promise<Decision | null>>> = {
  promotion: async (db, id) => {
    const found = await db.partnerMedia.findFirst({
      where: { id, review: 'rejected', deletedAt: null, reviewedAt: { not: null } },
      select: { ...REVIEWED, file: FILE },
    })
    return decision(
      'promotion',
      id,
      found && {
        ...ofMedia(found),
        subject: `the promotion "${found.altText}"`,
      },
    )
  },
  picture: async (db, id) => {
    const found = await db.partnerMedia.findFirst({
      where: { id, takenDownAt: { not: null } },
      select: { ...REVIEWED, file: FILE },
    })
    return decision('picture', id, found && { ...ofMedia(found), subject: `the ${pictureName(found.mediaType)}` })
  },
  product: async (db, id) => {
    // eslint-disable-next-line house/listed-products -- finds products that were taken down
    const found = await db.product.findFirst({
      where: { id, takenDownAt: { not: null } },
      select: {
        name: true,
        description: true,
        partnerId: true,
        revision: true,
        takenDownAt: true,
        takenDownReason: true,
        takenDownById: true,
        images: { orderBy: [{ isPrimary: 'desc' }, { position: 'asc' }], take: 1, select: { alt: true, file: FILE } },
      },
    })
    if (!found?.takenDownAt) return null
    const image = found.images[0]
    return decision('product', id, {
      subject: `the product ${found.name}`,
      at: found.takenDownAt,
      byId: found.takenDownById,
      reason: found.takenDownReason,
      partnerId: found.partnerId,
      writerId: null,
      words: found.description,
      picture: image?.file ? pictureOf(image.file, image.alt) : null,
      state: String(found.revision),
    })
  },
  partner: async (db, id) => {
    const found = await db.partner.findFirst({
      where: { id, verificationStatus: { in: ['rejected', 'suspended'] } },
      select: {
        businessName: true,
        websiteUrl: true,
        verificationStatus: true,
        statusReason: true,
        statusChangedAt: true,
        createdAt: true,
      },
    })
    if (!found) return null
    const judged = await db.auditEntry.findFirst({
      where: { subjectId: id, action: `partner_${found.verificationStatus}` },
      orderBy: { at: 'desc' },
      select: { actorId: true },
    })
    return decision('partner', id, {
      subject: `${found.businessName} (${found.verificationStatus})`,
      at: found.statusChangedAt ?? found.createdAt,
      byId: judged?.actorId ?? null,
      reason: found.statusReason,
      partnerId: id,
      writerId: null,
      picture: null,
      state: '',
      words: found.websiteUrl ? `Website: ${found.websiteUrl}` : 'No website',
    })
  },
  review: async (db, id) => {
    const found = await db.productReview.findFirst({
      where: { id, status: 'rejected', judgedAt: { not: null } },
      select: REVIEW,
    })
    if (!found?.judgedAt) return null
    return decision('review', id, {
      ...ofReview(found, found.judgedAt),
      subject: `your review of ${found.product.name}`,
      reason: found.judgeReason,
      partnerId: null,
      writerId: found.userId,
    })
  },
  review_flag: async (db, id) => {
    const found = await db.productReview.findFirst({
      where: { id, status: 'approved', flagRefusedAt: { not: null } },
      select: REVIEW,
    })
    if (!found?.flagRefusedAt) return null
    return decision('review_flag', id, {
      ...ofReview(found, found.flagRefusedAt),
      subject: `the review of ${found.product.name} that you flagged`,
      reason: '',
      partnerId: found.partnerId,
      writerId: null,
    })
  },
}

const REVIEWED = {
  mediaType: true,
  altText: true,
  partnerId: true,
  takenDownAt: true,
  reviewReason: true,
  reviewedAt: true,
  reviewedById: true,
  fileId: true,
  videoId: true,
} as const
const REVIEW = {
  partnerId: true,
  userId: true,
  rating: true,
  title: true,
  comment: true,
  judgedAt: true,
  judgedById: true,
  judgeReason: true,
  flagRefusedAt: true,
  revision: true,
  // Includes unlisted products, because their reviews stay.
  product: { select: { name: true } },
} as const

function decision(kind: AppealKind, subjectId: string, found: Found | null): Decision | null {
  if (!found) return null
  const { state, ...rest } = found
  const shown = JSON.stringify([rest.subject, rest.words, rest.picture?.name ?? '', state])
  return { kind, subjectId, ...rest, seen: createHash('sha256').update(shown).digest('base64url') }
}

const ofMedia = ({
  altText,
  partnerId,
  reviewReason,
  reviewedAt,
  reviewedById,
  takenDownAt,
  file,
  fileId,
  videoId,
}: Prisma.PartnerMediaGetPayload<{ select: typeof REVIEWED & { file: typeof FILE } }>) => ({
  at: reviewedAt ?? takenDownAt ?? new Date(0),
  byId: reviewedById,
  reason: reviewReason,
  partnerId,
  writerId: null,
  words: altText,
  picture: file && pictureOf(file, altText),
  state: fileId ?? videoId ?? '',
})

const ofReview = (
  { rating, title, comment, judgedById, revision }: Prisma.ProductReviewGetPayload<{ select: typeof REVIEW }>,
  at: Date,
) => ({
  at,
  byId: judgedById,
  picture: null,
  words: [`${rating} of 5 stars`, title, comment].filter(Boolean).join('\n'),
  state: String(revision),
})

const pictureOf = (
  { sha256, ...file }: { sha256: string; width: number; height: number; colour: string },
  alt: string,
): Picture => ({ name: mediaName(sha256), ...file, alt })
