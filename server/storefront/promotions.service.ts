import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { takeUploads } from '#server/uploads/take-uploads.ts'
import { PROMOTION, promotionOf, type Promotion } from './promotion-view.ts'
import type {
  addPromotionInput,
  movePromotionInput,
  replacePromotionInput,
  switchPromotionInput,
} from './promotions.schema.ts'
import { MAX_PROMOTIONS } from './promotion-values.schema.ts'

type Asking = Pick<PartnerAsk, 'db' | 'partner'>

const SLOTS = { promotional_image: 'promotionalImage', promotional_video: 'promotionalVideo' } as const
const PROMOTIONAL = { in: ['promotional_image', 'promotional_video'] } satisfies Prisma.EnumPartnerMediaTypeFilter
const ORDER = [
  { displayOrder: 'asc' },
  { createdAt: 'asc' },
  { id: 'asc' },
] satisfies Prisma.PartnerMediaOrderByWithRelationInput[]
const notFound = () => new AppError('not_found', 'Promotion not found.')

/** Lists the viewer's promotions in order. Times are UTC. */
export async function listPromotions({ db, partner }: Asking): Promise<Promotion[]> {
  const rows = await db.partnerMedia.findMany({
    where: { partnerId: partner.id, mediaType: PROMOTIONAL, deletedAt: null },
    orderBy: ORDER,
    take: MAX_PROMOTIONS,
    select: PROMOTION,
  })
  return rows.map(promotionOf)
}

/**
 * Adds an uploaded file. It is shown once an administrator has approved it.
 * @throws AppError bad_input for a file that is missing or belongs to someone else; conflict if there are too many
 */
export async function addPromotion(
  { db, partner }: Asking,
  input: z.output<typeof addPromotionInput>,
): Promise<{ id: string }> {
  const mediaType = input.kind === 'video' ? 'promotional_video' : 'promotional_image'
  return db.$transaction(async (tx) => {
    await lock(tx, partner.id)
    const where = { partnerId: partner.id, mediaType: PROMOTIONAL, deletedAt: null }
    const { _count: count, _max: last } = await tx.partnerMedia.aggregate({
      where,
      _count: true,
      _max: { displayOrder: true },
    })
    if (count >= MAX_PROMOTIONS)
      throw new AppError('conflict', `You have reached the limit of ${MAX_PROMOTIONS} promotions. Delete one first.`)
    const taken = await takeUploads(tx, { partnerId: partner.id, slot: SLOTS[mediaType] }, [input.uploadId])
    return tx.partnerMedia.create({
      data: {
        partnerId: partner.id,
        mediaType,
        ...taken.get(input.uploadId),
        fileName: input.fileName,
        altText: input.altText,
        review: 'pending',
        displayOrder: (last.displayOrder ?? 0) + 1,
      },
      select: { id: true },
    })
  })
}

/**
 * Replaces a promotion's file and texts. An administrator reviews it again before it is shown.
 * @throws AppError not_found, bad_input
 */
export async function replacePromotion(
  { db, partner }: Asking,
  { promotionId, uploadId, fileName, altText }: z.output<typeof replacePromotionInput>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lock(tx, partner.id)
    const { mediaType } = await findOwnPromotion(tx, partner.id, promotionId)
    const slot = mediaType === 'promotional_video' ? SLOTS.promotional_video : SLOTS.promotional_image
    const file = (await takeUploads(tx, { partnerId: partner.id, slot }, [uploadId])).get(uploadId)
    await tx.partnerMedia.update({
      where: { id: promotionId },
      data: { ...file, fileName, altText, review: 'pending', reviewReason: '', reviewedAt: null, reviewedById: null },
    })
  })
}

/** Turns a promotion on or off. It is shown if it is on and approved. @throws AppError not_found */
export async function switchPromotion(
  { db, partner }: Asking,
  { promotionId, isActive }: z.output<typeof switchPromotionInput>,
): Promise<void> {
  const { count } = await db.partnerMedia.updateMany({
    where: { id: promotionId, partnerId: partner.id, mediaType: PROMOTIONAL, deletedAt: null },
    data: { isActive },
  })
  if (!count) throw notFound()
}

/** Deletes a promotion. It can be restored for a day. @throws AppError not_found */
export async function deletePromotion({ db, partner }: Asking, promotionId: string): Promise<void> {
  const { count } = await db.partnerMedia.updateMany({
    where: { id: promotionId, partnerId: partner.id, mediaType: PROMOTIONAL, deletedAt: null },
    data: { deletedAt: new Date() },
  })
  if (!count) throw notFound()
}

/** Restores a deleted promotion. @throws AppError not_found */
export async function restorePromotion({ db, partner }: Asking, promotionId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await lock(tx, partner.id)
    const where = { partnerId: partner.id, mediaType: PROMOTIONAL }
    if ((await tx.partnerMedia.count({ where: { ...where, deletedAt: null } })) >= MAX_PROMOTIONS)
      throw new AppError('conflict', `You have reached the limit of ${MAX_PROMOTIONS} promotions. Delete one first.`)
    const { count } = await tx.partnerMedia.updateMany({
      where: { ...where, id: promotionId, deletedAt: { not: null } },
      data: { deletedAt: null },
    })
    if (!count) throw notFound()
  })
}

/** Moves a promotion by one position. Does nothing at the end of the list. @throws AppError not_found */
export async function movePromotion(
  { db, partner }: Asking,
  { promotionId, to }: z.output<typeof movePromotionInput>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lock(tx, partner.id)
    const rows = await tx.partnerMedia.findMany({
      where: { partnerId: partner.id, mediaType: PROMOTIONAL, deletedAt: null },
      orderBy: ORDER,
      select: { id: true },
    })
    const ids = rows.map(({ id }) => id)
    const at = ids.indexOf(promotionId)
    if (at === -1) throw notFound()
    const other = to === 'earlier' ? at - 1 : at + 1
    const neighbour = ids[other]
    if (neighbour === undefined) return
    ids[at] = neighbour
    ids[other] = promotionId
    for (const [displayOrder, id] of ids.entries())
      await tx.partnerMedia.update({ where: { id }, data: { displayOrder } })
  })
}

async function findOwnPromotion(tx: Prisma.TransactionClient, partnerId: string, id: string) {
  const found = await tx.partnerMedia.findFirst({
    where: { id, partnerId, mediaType: PROMOTIONAL, deletedAt: null },
    select: { mediaType: true },
  })
  if (!found) throw notFound()
  return found
}

/** Serialises changes to a partner's promotions. Otherwise two requests could both add the last allowed one. */
const lock = (tx: Prisma.TransactionClient, partnerId: string) =>
  tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
