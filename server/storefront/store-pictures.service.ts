import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { pictureRestored, pictureTakenDown } from '#server/mail/moderation-mails.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { MEDIA_TYPES } from './load-store.ts'
import type { StorePicturesQuery, takePictureDownInput } from './store-pictures.schema.ts'

type Asking = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

const PAGE_SIZE = 12
const OF_PAGES = { mediaType: { in: Object.values(MEDIA_TYPES) } } satisfies Prisma.PartnerMediaWhereInput
const QUEUES = {
  unseen: { ...OF_PAGES, isActive: true, seenAt: null },
  taken_down: { ...OF_PAGES, takenDownAt: { not: null } },
} satisfies Record<StorePicturesQuery['state'], Prisma.PartnerMediaWhereInput>
const FILE = { select: { sha256: true, width: true, height: true, colour: true } } as const

/** Returns a readable name: 'logo'. */
export const pictureName = (mediaType: string): string => (mediaType === 'logo' ? 'logo' : 'hero image')

/**
 * Lists logos and hero pictures without a review, newest first, each with the one that it replaced. Or lists those that
 * were taken down. They are live before the review, so that a store can be set up in an evening.
 */
export async function listStorePictures(db: Db, { state, page }: StorePicturesQuery) {
  const counts = {
    unseen: await countUnseenPictures(db),
    taken_down: await db.partnerMedia.count({ where: QUEUES.taken_down }),
  }
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.partnerMedia.findMany({
    where: QUEUES[state],
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      id: true,
      mediaType: true,
      altText: true,
      createdAt: true,
      takenDownAt: true,
      reviewReason: true,
      file: FILE,
      formerFile: FILE,
      partner: { select: { id: true, businessName: true, verificationStatus: true } },
    },
  })
  const pictures = rows.map(({ mediaType, file, formerFile, altText, ...row }) => ({
    ...row,
    name: pictureName(mediaType),
    altText,
    picture: file && pictureOf(file, altText),
    former: formerFile && pictureOf(formerFile, ''),
  }))
  return { pictures, counts, page: shown, totalPages }
}

const countUnseenPictures = (db: Db): Promise<number> => db.partnerMedia.count({ where: QUEUES.unseen })

/** Marks pictures as reviewed; skips deleted ones. @returns the number of pictures */
export async function seePictures({ db, visit, viewer }: Asking, pictureIds: string[]): Promise<number> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.partnerMedia.updateMany({
      where: { ...QUEUES.unseen, id: { in: pictureIds } },
      data: { seenAt: new Date(), formerFileId: null },
    })
    const data = { pictureIds, seen: count }
    if (count) await writeAudit(db, visit, { actorId: viewer.userId, action: 'pictures_seen', data }, tx)
    return count
  })
}

/**
 * Takes a logo or hero picture off its page, which is then shown without one. Emails the partner, who can upload
 * another.
 * @throws AppError not_found; conflict if it was replaced or taken down since
 */
export async function takePictureDown(
  { db, visit, viewer }: Asking,
  { pictureId, reason }: z.output<typeof takePictureDownInput>,
): Promise<{ businessName: string }> {
  return db.$transaction(async (tx) => {
    const { partner, mediaType, takenDownAt } = await lockPicture(tx, pictureId)
    if (takenDownAt)
      throw new AppError('conflict', 'Another administrator has already taken this image down. Nothing was changed.')
    const now = new Date()
    await tx.partnerMedia.update({
      where: { id: pictureId },
      data: {
        isActive: false,
        takenDownAt: now,
        seenAt: now,
        reviewReason: reason,
        reviewedAt: now,
        reviewedById: viewer.userId,
      },
    })
    const { businessName, contactPerson: name } = partner
    const about = { siteUrl: visit.siteUrl, name, businessName, what: pictureName(mediaType), pictureId, reason }
    await queueMail(tx, { to: partner.owner?.email ?? partner.email, ...pictureTakenDown(about) })
    await audit({ db, visit, viewer }, tx, 'picture_taken_down', partner.id, {
      pictureId,
      mediaType,
      reason,
      ...changedFields({ isTakenDown: false }, { isTakenDown: true }),
    })
    return { businessName }
  })
}

/** Restores a picture that was taken down, and emails its partner. @throws AppError not_found; conflict if its page has another one now */
export async function restorePicture(
  { db, visit, viewer }: Asking,
  pictureId: string,
  within?: Prisma.TransactionClient,
): Promise<{ businessName: string }> {
  const restore = async (tx: Prisma.TransactionClient) => {
    const { partner, mediaType, takenDownAt } = await lockPicture(tx, pictureId)
    if (!takenDownAt)
      throw new AppError('conflict', 'Another administrator has already restored this image. Nothing was changed.')
    if (await tx.partnerMedia.count({ where: { partnerId: partner.id, mediaType, isActive: true } }))
      throw new AppError('conflict', 'The page now has a different image. Nothing was changed.')
    await tx.partnerMedia.update({
      where: { id: pictureId },
      data: {
        isActive: true,
        takenDownAt: null,
        reviewReason: '',
        reviewedAt: null,
        reviewedById: null,
      },
    })
    const { businessName, contactPerson: name } = partner
    const about = { siteUrl: visit.siteUrl, name, businessName, what: pictureName(mediaType) }
    await queueMail(tx, { to: partner.owner?.email ?? partner.email, ...pictureRestored(about) })
    await audit({ db, visit, viewer }, tx, 'picture_restored', partner.id, {
      pictureId,
      mediaType,
      ...changedFields({ isTakenDown: true }, { isTakenDown: false }),
    })
    return { businessName }
  }
  return within ? restore(within) : db.$transaction(restore)
}

/** Lists the partner's pictures that were taken down, with the reasons. */
export async function listTakenDownPictures(db: Db | Prisma.TransactionClient, partnerId: string) {
  const rows = await db.partnerMedia.findMany({
    where: { ...QUEUES.taken_down, partnerId },
    select: { id: true, mediaType: true, reviewReason: true, takenDownAt: true },
  })
  return rows.map(({ mediaType, reviewReason, ...row }) => ({
    ...row,
    name: pictureName(mediaType),
    reason: reviewReason,
  }))
}

async function lockPicture(tx: Prisma.TransactionClient, id: string) {
  await tx.$queryRaw`SELECT 1 FROM partner_media WHERE id = ${id}::uuid FOR UPDATE`
  const found = await tx.partnerMedia.findFirst({
    where: { id, ...OF_PAGES },
    select: {
      mediaType: true,
      takenDownAt: true,
      partner: {
        select: { id: true, businessName: true, contactPerson: true, email: true, owner: { select: { email: true } } },
      },
    },
  })
  if (!found) throw new AppError('not_found', 'The partner has replaced or removed the image.')
  return found
}

const audit = (
  { db, visit, viewer }: Asking,
  tx: Prisma.TransactionClient,
  action: string,
  subjectId: string,
  data: Prisma.InputJsonObject,
) => writeAudit(db, visit, { actorId: viewer.userId, action, subjectId, data }, tx)

const pictureOf = (
  { sha256, ...file }: { sha256: string; width: number; height: number; colour: string },
  alt: string,
): Picture => ({ name: mediaName(sha256), ...file, alt })
